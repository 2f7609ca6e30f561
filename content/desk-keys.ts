/** Words of the help about the desk's keys. Source: docs/ux.md §7 ('Keys'). */
export const deskKeys = {
  title: 'Teclas de atalho',
  switch: 'Usar teclas de uma letra só',
  switchHint:
    'Vale neste navegador. Setas, Enter e Esc valem sempre. Enquanto você digita, nenhuma tecla é atalho.',
  caption: 'Teclas da lista',
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
  ],
  close: 'Fechar',
} as const;
