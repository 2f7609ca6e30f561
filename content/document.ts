/** Words around the applicant's document: choosing, preparing, looking at it. Source: docs/ux.md §4.7; docs/odd-inputs.md §11. */
export const documentTexts = {
  takePhoto: 'Tirar foto',
  chooseFile: 'Escolher foto ou PDF',
  tip: 'Boa luz, papel na mesa, sem flash. Chegue perto.',
  /** Inside WhatsApp, Instagram or Facebook, whose own browsers may not open the camera. */
  insideApp: {
    text: 'Se a câmera não abrir aqui, abra esta página no Chrome.',
    copy: {
      label: 'Copiar o link',
      copied: 'Link copiado.',
      cannotCopy: (address: string) => address, // can be selected and copied by hand
    },
  },
  preparing: 'Preparando…',
  attached: (name: string) => `Documento anexado: ${name}.`,
  shrunk: 'Diminuímos a foto para o envio ser rápido.',
  converted: 'Mudamos o formato da foto para a equipe conseguir abrir.',
  enlarge: 'Ver',
  preview: 'Foto do documento',
  close: 'Fechar',
  turn: 'Girar',
  change: 'Trocar',
  legible: {
    /** On the card, until it is answered in the large view. */
    look: 'Dá para ler o nome e o NIS? Toque em Ver.',
    question: 'Dá para ler o nome e o NIS?',
    yes: 'Sim, dá para ler',
    no: 'Tirar outra',
    done: '✓ Dá para ler',
  },
  shrink: 'Diminuir a foto e usar',
  addPage: 'Adicionar página',
  pages: (count: number) => `${count} páginas em um arquivo`,
  /** File name of several photos in one PDF. */
  pagesName: 'comprovante.pdf',
  warnings: {
    dark: 'A foto parece escura. Se puder, tire outra.',
    small: 'A foto parece pequena. Se puder, tire outra.',
  },
  refusals: {
    broken: 'A foto não abriu. Tire outra.',
    brokenPdf: 'O arquivo não abriu. Envie de novo ou mande uma foto.',
    heic: 'Seu celular salvou a foto de um jeito que não abre aqui. Use o botão "Tirar foto" ou tire um print da foto.',
    hidden:
      'Este navegador não deixou preparar a foto. Abra esta página em outro navegador, ou mande um print da foto.',
    locked: 'Este PDF tem senha. A equipe não vai conseguir abrir. Envie sem senha ou mande uma foto.',
    word: 'Este tipo de arquivo não serve. Salve como PDF ou mande uma foto.',
    vast: 'A foto tem pontos demais e não abre no celular. Tire outra.',
    pageNoPhoto: 'Uma página a mais precisa ser uma foto.',
    pageFailed: 'Não deu para juntar as páginas. Confira a internet e tente de novo.',
    pagesTooLarge: 'As páginas juntas passam de 5MB. Envie menos páginas.',
  },
  largePdf: 'Tire uma foto da página com o nome e o NIS.',
} as const;
