/** Why the desk corrects an answer, by the codes of `private.correcoes`. */
export const correctionReasons = {
  'pedido-da-familia': 'Pedido da família',
  'digitado-errado': 'Digitado errado',
  'documento-mostra-outro': 'Documento mostra outro',
} as const;
