import { brand } from './brand.ts';

/** Words of the blank form and of the page around it; the questions come from domain/enrolment/fields.ts. */
export const blankForm = {
  title: 'Ficha de inscrição em branco',
  lead: 'Imprima, preencha à mão e entregue na secretaria. São duas páginas A4: frente e verso.',
  online: {
    before: 'Tem celular com internet? ',
    link: 'Faça a inscrição pelo site',
    after: '. É mais rápido.',
  },
  print: 'Imprimir',
  withoutScript: 'Para imprimir, use o menu do navegador.',
  form: {
    title: 'Ficha de inscrição',
    phone: {
      title: 'Inscrição pelo celular: aponte a câmera',
      alt: 'Código QR que abre a inscrição no celular',
    },
    howTo: [
      'Use caneta azul ou preta e letra de forma.',
      'Onde há quadradinhos, marque um X.',
      'O que tem * é obrigatório.',
    ],
    /** Hints that replace those of FIELDS on the blank form, by the field's name; '' for none. */
    hints: {
      nomeCompleto: 'De quem vai treinar, como está no documento.',
      nomeSocial: '',
      dataNascimento: '',
      idade: '',
      cpf: 'De quem vai treinar.',
      rg: '',
      orgaoExpedidor: '',
      cidade: 'Onde mora quem vai treinar.',
      enderecoCompleto: 'Rua, número, bairro e CEP. Na zona rural: fazenda e ponto de referência.',
      telefoneWhatsapp: '',
      email: 'Pode ser de alguém da família.',
      telefoneResponsavel: '',
      serieAno: '',
      peso: 'Exemplo: 52,5',
    } as Readonly<Record<string, string>>,
    /** After the line for the answer. */
    ageUnit: 'anos',
    bring: 'Traga uma cópia do comprovante do Cadastro Único: precisa dar para ler o nome completo e o NIS.',
    overleaf: 'Continua no verso',
    secondPage: { title: 'Verso', name: 'Nome de quem vai treinar' },
    declaration: {
      title: 'Antes de assinar, leia',
      agreement: 'Ao assinar, você concorda com esta declaração.',
    },
    place: 'Local',
    date: 'Data',
    signatures: [
      { who: 'Assinatura de quem vai treinar', when: 'Se tem 18 anos ou mais.' },
      {
        who: 'Assinatura da mãe, do pai ou do responsável',
        when: 'Se quem vai treinar tem menos de 18 anos.',
      },
    ],
    office: {
      title: 'Uso da secretaria',
      protocol: 'Protocolo',
      received: 'Recebida em',
      document: 'Cópia do comprovante recebida',
    },
    /** The address, the opening hours and the phone follow; then where the privacy notice is. */
    deliver: `Entregue esta ficha na ${brand.name}: `,
    privacy: 'Como cuidamos dos seus dados: ',
  },
} as const;
