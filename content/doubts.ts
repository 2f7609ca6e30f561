/** Questions shown beside an answer that may be a mistake; none stops the form. Source: docs/ux.md §4.4, docs/odd-inputs.md §1–§10. */
export const doubts = {
  yes: 'Sim, corrigir',
  oneName: 'Só um nome? Se for isso mesmo, pode seguir.',
  onlyNumbers: 'Confira o nome: só vieram números.',
  inCase: (name: string) => `Escrever ${name}`,
  equalNames: 'O nome do aluno e do responsável estão iguais. Confira.',
  young: (years: string) => `A idade deu ${years}. Confira.`,
  whose: (years: string) => `Deu ${years}. Esta é a data de quem vai treinar?`,
  cpf: {
    wrong: 'Este CPF não existe. Confira os números.',
    few: (missing: number) =>
      missing === 1 ? 'O CPF tem 11 números. Falta 1.' : `O CPF tem 11 números. Faltam ${missing}.`,
    many: (over: number) =>
      over === 1 ? 'O CPF tem 11 números. Sobrou 1.' : `O CPF tem 11 números. Sobraram ${over}.`,
    letters: 'Use só números.',
    nis: 'Este número parece ser o NIS. Aqui vai o CPF.',
    cnpj: 'Aqui vai o CPF, com 11 números.',
    masked: 'Digite o CPF completo.',
  },
  phone: {
    noArea: 'Falta o DDD. Em Goiás é 61, 62 ou 64.',
    area: 'Confira o DDD.',
    length: 'Confira: celular tem 9 números depois do DDD.',
    noNine: 'Falta o 9 na frente?',
    fixed: 'Parece telefone fixo. Tem WhatsApp nele?',
    example: 'Confira: este número parece de exemplo.',
    two: 'Escreva um número só. O outro pode ir em Contato para recados.',
    words: 'Aqui vai só o número. O nome pode ir em Contato para recados.',
    onlyNumber: 'Deixar só o número',
    same: 'Usar o mesmo WhatsApp',
  },
  noPostalCode: 'Não achamos o CEP. Se souber, escreva os 8 números.',
  shortAddress: 'Escreva rua, número e bairro.',
  email: (domain: string) => `Você quis dizer ${domain}?`,
  weight: 'Confira o peso.',
  height: (metres: string) => `Confira: ${metres}?`,
  noCondition: 'Se não há condição, marque Não.',
} as const;
