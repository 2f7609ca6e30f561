/** Words of the help about the desk's keys. Source: docs/ux.md §7 ('Keys'). */
export const deskKeys = {
  title: 'Teclas de atalho',
  switch: 'Usar teclas de uma letra só',
  switchHint:
    'Vale neste navegador. Setas, Enter e Esc valem sempre. Enquanto você digita, nenhuma tecla é atalho.',
  caption: 'Teclas da lista e da inscrição',
  columns: ['Tecla', 'Faz'],
  lines: [
    ['/', 'vai para a busca'],
    ['↓', 'da busca, vai para a lista'],
    ['j ou ↓', 'próxima linha'],
    ['k ou ↑', 'linha anterior; na primeira, ↑ volta para a busca'],
    ['Enter', 'na linha, abre a inscrição; na busca com um resultado só, abre também'],
    ['x', 'marca ou desmarca a linha'],
    ['Esc', 'na busca, limpa; na inscrição, fecha o que abriu por último'],
    ['?', 'mostra estas teclas'],
    ['a', 'na inscrição aberta, aprova e vai à próxima'],
    ['f', 'na inscrição aberta, falta documento'],
    ['e', 'na inscrição aberta, lista de espera'],
    ['n / p', 'na inscrição aberta, próxima / anterior'],
    ['d', 'na inscrição aberta, o documento na tela cheia; no celular, a aba dele'],
  ],
  close: 'Fechar',
} as const;
