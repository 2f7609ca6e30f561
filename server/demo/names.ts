/** E-mail domain of everything that is made here: one that cannot exist. */
export const DOMAIN = 'demonstracao.invalid';

/** What people are called: plants, animals and places. */
export const ANIMALS_AND_PLANTS: readonly string[] =
  'Ipê,Jatobá,Tucano,Capivara,Buriti,Pequi,Araçá,Sabiá,Jacarandá,Tamanduá,Lobo-Guará,Ema,Siriema,Arara,Mangaba,Cagaita,Baru,Angico,Aroeira,Caju,Jenipapo,Quati,Tatu,Onça,Curió,Bem-te-vi,João-de-Barro,Maçã,Romã,Avelã'.split(
    ',',
  );
export const PLACES: readonly string[] =
  'Cerrado,Vereda,Chapada,Serra,Campo,Mata,Ribeirão,Córrego,Lagoa,Nascente,Pedra,Areia,Barro,Chuva,Sol,Lua,Estrela,Vento,Trovão,Neblina,Manhã,Tarde,Verão,Inverno,Outono,Primavera,Ilusão,Canção,Feijão,Algodão'.split(
    ',',
  );

/**
 * The twenty CPFs that Serpro, which runs the register of CPFs, publishes for trying its
 * Consulta CPF ('gerados aleatoriamente contendo apenas dados fictícios'). No range is
 * reserved for examples, so these are all that there are.
 */
export const PUBLISHED_CPFS: readonly string[] = [
  ...['404.428.201-35', '630.172.859-95', '917.086.352-03', '478.560.219-85', '234.798.056-47'],
  ...['405.321.768-71', '471.235.869-64', '498.520.367-00', '287.691.504-94', '076.918.523-12'],
  ...['109.753.846-00', '016.485.279-49', '478.930.625-92', '983.025.147-05', '180.253.467-90'],
  ...['649.138.725-91', '523.890.716-86', '051.375.187-43', '088.499.798-78', '581.360.533-91'],
];

/** Prints a line of what was done. */
export type Print = (line: string) => void;

export const inWords = (count: number) => count.toLocaleString('pt-BR');

export const peopleInWords = (count: number) =>
  count === 1 ? '1 inscrição de demonstração' : `${inWords(count)} inscrições de demonstração`;
