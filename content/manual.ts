import { admin } from './desk-screens.ts';
import { retention, SPARED_DAYS } from './retention.ts';

/** A part of the manual: one instruction for each point, with an optional picture of the page. */
export type ManualPart = {
  title: string;
  points: readonly string[];
  picture?: { file: string; width: number; height: number; alt: string };
};

/** The manual of the front desk: the page /admin/manual, and docs/manual-da-secretaria.md, which a test compares with it. */
export const manual = {
  title: 'Manual da secretaria',
  lead: 'Como usar a página de inscrições do Projeto Social. Cabe em duas folhas: imprima e deixe na mesa.',
  print: 'Imprimir o manual',
  parts: [
    {
      title: '1. Entrar e sair',
      points: [
        'Abra o endereço do site com /admin/inscricoes no fim. Digite o seu e-mail e a sua senha.',
        'Cada pessoa usa a própria senha. Não empreste: cada acesso fica anotado com o seu nome de usuário.',
        'Saiu da mesa? Toque em Sair. Depois de 15 minutos sem uso, a página fecha sozinha.',
      ],
    },
    {
      title: '2. Achar uma inscrição',
      points: [
        'Na busca, escreva o que a pessoa disser: nome, nome do responsável, CPF, telefone ou protocolo. Enter busca. Não precisa de acento.',
        'A página abre no que falta fazer: A decidir, Documento novo, Pedidos, A avisar, Sem turma, Sem responsável, Faltou. Quem espera há mais tempo vem primeiro. Todas mostra tudo; Filtros, só uma situação, idade ou turma, e a ordem.',
        'Quando aparecer Mostrar as novas, toque.',
      ],
      picture: {
        file: '/manual/lista.webp',
        width: 1040,
        height: 560,
        alt: 'A lista de inscrições, com a busca, o que falta fazer, os filtros e Mais',
      },
    },
    {
      title: '3. Ler a ficha e o documento',
      points: [
        'Toque em Ver, ou na linha: ficha e documento lado a lado; no celular, um abaixo do outro.',
        'Use Girar e Ampliar para ler o nome e o NIS. Marque o que conferiu, se quiser.',
        'PDF também aparece na página. Se precisou baixar, apague o arquivo do computador depois de conferir.',
        'Doc, na lista, baixa direto. O link vale 60 segundos. Documento novo: a família mandou outro; abre o mais novo.',
      ],
      picture: {
        file: '/manual/ficha.webp',
        width: 1040,
        height: 560,
        alt: 'Detalhes de uma inscrição, com a foto do documento aberta',
      },
    },
    {
      title: '4. Decidir e avisar a família',
      points: [
        'Os botões estão embaixo; em Mais, as outras situações. O motivo de Falta documento e de Não aprovada a família lê: use palavras simples.',
        'Aprovar em… põe na turma que serve; a seta dá outra turma e o primeiro dia. Depois toque em Avisar, e diga se mandou.',
        'Errou? Toque em Desfazer, por um minuto. Várias de uma vez: em A decidir, Aprovar…; confira antes, aí não há Desfazer. Em Nova nota, só o que a família poderia ler.',
        'O botão do WhatsApp abre a conversa com o texto pronto; quem manda é você. Se a pessoa tem menos de 18 anos, fale primeiro com o responsável.',
        'Pedido da família: atenda no prazo que aparece; se não, escreva por quê, a família lê. Telefone novo de menor: diga se é do responsável. Pediu aqui? Confira a identidade e faça na hora, a pedido da família; ou anote em Nova nota. Responsável chegou: o que faltava veio pelo link. Fale com ele e marque Responsável confirmou.',
        'Pais separados? Os dois podem ter o mesmo link. O que um diz aqui não aparece no link de antes, e ao corrigir a página oferece encerrar os links e mandar um novo. Há medo ou violência? Marque Endereço protegido, na ficha: nenhum link mostra mais onde achar a criança. Não conte a um o que o outro disse.',
        'Resposta errada? Corrigir respostas, na ficha: mude, escolha o motivo e guarde. A de antes fica ao lado.',
        'Recebeu documento no papel ou pelo WhatsApp? Anexar documento. Depois apague a foto da conversa e do celular.',
        'Leu ou ouviu que alguém sofre violência ou pensa em se machucar? Não guarde para você: avise quem responde pelo projeto e o Conselho Tutelar da cidade. Violência: ligue 100. Vontade de morrer: ligue 188 (CVV). Perigo agora: 190. As ligações são de graça.',
      ],
    },
    {
      title: '5. Imprimir',
      points: [
        'Na ficha, toque em Imprimir Ficha: sai uma folha.',
        'Quando o papel ficar em lugar aberto: Mais, Imprimir sem dados de saúde e renda.',
        'No pé da folha ficam o protocolo, a hora e quem imprimiu. Papel que não serve mais: rasgue.',
      ],
    },
    {
      title: '6. Entregar uma lista',
      points: [
        'Turmas mostra vagas e espera; Lista imprime a do mês, sem saúde: a partir do dia 25, a do mês seguinte. ⋯ abre a Chamada, que o professor tem na página dele. Faltou três vezes? Avise; depois Voltou, ou Saiu, que abre a vaga.',
        'Filtre e toque em Mais, Exportar planilha: saem só as inscrições do filtro. “O básico” serve quase sempre.',
        'CPF, RG, endereço, renda e saúde vêm desmarcados. Marque só o que vai usar: fica registrado.',
        'Quem já treina e está em uma planilha: Mais, Importar quem já treina. Baixe o modelo, preencha, escolha o arquivo e confira linha por linha. Nada é guardado antes. Documento e e-mail podem faltar. Errou? Desfazer, na mesma janela, por 7 dias.',
        'Guarde o arquivo onde só a equipe abre, não mande por WhatsApp e apague depois de usar.',
      ],
      picture: {
        file: '/manual/exportar.webp',
        width: 1040,
        height: 560,
        alt: 'A escolha do que vai na planilha',
      },
    },
    {
      title: '7. Apagar',
      points: [
        'O site apaga sozinho quando o prazo acaba. A lista mostra antes: Guardada até, com o dia.',
        `A família pediu para apagar? Abra a inscrição, toque em ${retention.erase}, digite o protocolo e a sua senha e diga o motivo. Ela se fecha na hora para todos, e some em ${SPARED_DAYS} dias.`,
        `Por outro motivo, só a direção apaga. Por ${SPARED_DAYS} dias ela devolve em Mais, ${retention.bin}.`,
      ],
    },
    {
      title: '8. Se algo der errado',
      points: [
        `“${admin.sessionOver}” Entre de novo: a página volta para o mesmo lugar.`,
        `“${admin.noAnswer}” Confira a internet e toque em Tentar de novo. Nada se perdeu.`,
        `“${admin.documentMissing}” O documento foi apagado pelo prazo ou por alguém da equipe. Peça outro à família, se precisar.`,
        'Esqueceu a senha? Alguém da direção dá uma nova, na página; à direção, quem cuida do site.',
        'Sumiu um papel, um celular ou um arquivo com dados das famílias? Avise na hora quem responde pelo projeto: há prazo na lei.',
      ],
    },
  ] satisfies readonly ManualPart[] as readonly ManualPart[],
} as const;
