import { brand } from './brand.ts';
import type { NoticeSection } from './notice.ts';
import { ANSWER_DAYS, SPARED_DAYS } from './retention.ts';

const version = 'Versão 10 — 30/11/2026';

/** The privacy notice. When a word of it changes, so do the number and the date of its version. Source: docs/ux.md §10.1, §10.2, §10.5. */
export const privacy = {
  title: 'Como cuidamos dos seus dados',
  version,
  summary: {
    title: 'Resumo',
    text: 'pedimos só o que precisamos para avaliar a inscrição e cuidar da segurança nos treinos. Não vendemos. Não usamos para propaganda. Você pode pedir para ver, corrigir ou apagar.',
  },
  contents: 'Nesta página',
  /** Ready to send when somebody taps a WhatsApp number of this page. */
  chatMessage: 'Olá! Quero falar sobre os meus dados.',
  sections: [
    {
      id: 'responsavel',
      title: 'Quem é o responsável pelos dados?',
      blocks: [
        [
          `${brand.name}, CNPJ ${brand.cnpj}, `,
          { value: 'address' },
          `. Quem cuida deste assunto: ${brand.dataContact} — WhatsApp `,
          { contact: 'chat' },
          ', e-mail ',
          { contact: 'email' },
          '.',
        ],
      ],
    },
    {
      id: 'dados',
      title: 'Que dados pedimos e para quê?',
      blocks: [
        {
          points: [
            [
              'Nome, data de nascimento, sexo, CPF e RG: para saber quem vai treinar e não repetir inscrição.',
            ],
            ['Endereço, telefone, e-mail, responsável e recados: para falar com você.'],
            ['Escola e escolaridade: para conhecer quem participa e combinar horários.'],
            ['Renda da família e comprovante do Cadastro Único: são os critérios de avaliação.'],
            [
              'De quem participa, a presença nas aulas: para saber quem parou de vir e chamar quem espera a vaga. Some com a inscrição; depois sobram só números, sem nome.',
            ],
            [
              'Peso, altura e condição médica: para a segurança nos treinos. São dados de saúde. Só usamos com sua autorização.',
            ],
          ],
        },
      ],
    },
    {
      id: 'por-que',
      title: 'Por que podemos usar?',
      blocks: [
        [
          'Porque você pediu para participar e autorizou (Lei Geral de Proteção de Dados, artigos 7º, 11 e 14). No caso de crianças e adolescentes, sempre no melhor interesse deles e com autorização da mãe, do pai ou do responsável.',
        ],
      ],
    },
    {
      id: 'quem-ve',
      title: 'Quem vê?',
      blocks: [
        [
          'Só pessoas da equipe do projeto, com senha. Cada acesso fica anotado. O comprovante fica em lugar fechado.',
        ],
        [
          'Quem tem o link da inscrição, ou o protocolo e a data de nascimento, vê em que situação ela está. Não vê nome nem respostas. Só pelo link se lê também o que a equipe escreveu para a família e, por 30 dias, a turma e o primeiro dia. Quem está na lista de espera lê ali por qual turma. A equipe pode fazer outro link e encerrar todos. O que a família diz ou corrige na secretaria não aparece nos links de antes. As respostas só abrem com o link que apareceu quando a inscrição foi enviada e, junto, o CPF inteiro de quem vai treinar. Cinco CPFs errados fecham isso por um dia, e cada abertura fica anotada.',
        ],
      ],
    },
    {
      id: 'com-quem',
      title: 'Com quem dividimos?',
      blocks: [
        [
          `Com a empresa que hospeda o sistema (${brand.host}), que guarda os dados por nós. Com autoridades, se a lei mandar. Com mais ninguém.`,
        ],
      ],
    },
    {
      id: 'prazo',
      title: 'Por quanto tempo?',
      blocks: [
        { setting: 'prazos' },
        { setting: 'sem-responsavel' },
        [
          'Estes são os prazos de hoje. Se um deles ficar mais curto, vale para todos. Se ficar mais longo, vale só para quem se inscrever depois.',
        ],
        [
          `Quando a equipe apaga uma inscrição, também a seu pedido, ela se fecha na hora para todos. Por ${SPARED_DAYS} dias um engano, ou uma senha roubada, ainda se desfaz; depois some tudo. Cópias de segurança antigas, com as respostas, somem em até 30 dias.`,
        ],
      ],
    },
    {
      id: 'direitos',
      title: 'Seus direitos',
      blocks: [
        [
          'Você pode, de graça: saber se temos seus dados; ver; corrigir; pedir cópia; pedir para apagar; saber com quem dividimos; retirar a autorização; reclamar na ANPD (Agência Nacional de Proteção de Dados). Retirar a autorização pode fazer a inscrição ser cancelada.',
        ],
        [
          { strong: 'Como: ' },
          `abra o link da sua inscrição e, em «Meus dados», digite o CPF de quem vai treinar. Ali você vê o que o seu link mostra e até quando guardamos, pede para corrigir ou apagar, e baixa uma cópia na hora. Não tem o link? Peça na recepção, com um documento de identidade, ou no WhatsApp. Cada pedido tem um número, e respondemos em até ${ANSWER_DAYS} dias.`,
        ],
      ],
    },
    {
      id: 'rascunho',
      title: 'Rascunho no celular',
      blocks: [
        [
          'Enquanto você preenche, as respostas ficam só nesta aba do seu aparelho. Somem quando você envia, apaga ou fecha. Quando a câmera abre ou você troca de aplicativo, uma cópia fica no navegador por até 2 horas, para a inscrição não se perder. Ela não tem CPF, RG, renda, peso, altura nem saúde. Só fica por 3 dias se você marcar. Depois de enviar, ficam nesta aba só protocolo, código do link, data, DDD, final do telefone e o que falta do responsável. Assim você não perde o número. Contra envios falsos em massa, o servidor guarda por 48 horas um código feito do endereço de internet de quem manda inscrição ou arquivo. Guarda também um código da rede dele. O de quem erra o protocolo ou a data fica por 24 horas. O endereço não fica. Não usamos cookies de propaganda nem rastreadores.',
        ],
      ],
      table: {
        title: 'O que este site guarda no navegador',
        intro:
          'Para quem visita ou se inscreve, o site não usa nenhum cookie. Por isso não há aviso de cookies para aceitar. O único cookie é da equipe, depois de entrar com a senha. Isto é tudo o que fica no navegador:',
        columns: ['O que', 'Onde fica', 'Para quê', 'Até quando'],
        rows: [
          [
            [{ strong: 'cc-rascunho' }, ', as respostas da inscrição, sem o arquivo, e o código do seu link'],
            ['Nesta aba (sessionStorage).'],
            ['Para nada se perder se a página recarregar.'],
            ['Até enviar, apagar ou fechar a aba.'],
          ],
          [
            [{ strong: 'cc-copia' }, ', o mesmo sem CPF, RG, renda, peso, altura e saúde'],
            ['No navegador (localStorage), quando a câmera abre ou a página fica escondida.'],
            ['Para continuar se o celular fechar o navegador.'],
            ['Até você voltar à página. Se não voltar, não vale depois de 2 horas.'],
          ],
          [
            [{ strong: 'cc-continuar' }, ', o mesmo, só se você marcar'],
            ['No navegador (localStorage).'],
            ['Para continuar depois.'],
            ['Até enviar, apagar ou desmarcar. Não vale depois de 3 dias.'],
          ],
          [
            [{ strong: 'cc-enviada' }, ', o número de uma inscrição que acabou de ser enviada'],
            ['No navegador (localStorage).'],
            ['Para outra aba aberta saber.'],
            ['Some no mesmo instante.'],
          ],
          [
            [
              { strong: 'cc-comprovante' },
              ', o protocolo, o código do link da situação, a data, o DDD e o final do telefone. E o que falta do responsável, e até que dia',
            ],
            ['Nesta aba (sessionStorage), depois de enviar.'],
            ['Para o protocolo não se perder se a página recarregar.'],
            ["Até tocar em 'Sair e limpar esta tela' ou fechar a aba."],
          ],
          [
            [{ strong: 'cc-sessao' }, ', só de quem é da equipe'],
            ['Nesta aba (sessionStorage).'],
            ['Para a equipe não digitar a senha em cada página.'],
            ['Até sair ou fechar a aba.'],
          ],
          [
            [{ strong: 'cc-presenca' }, ', só de quem é da equipe'],
            ['Nesta aba (sessionStorage). Só diz a hora em que alguém mexeu na página pela última vez.'],
            ['Para a página se fechar quando não há ninguém na frente dela.'],
            ['Até sair ou fechar a aba.'],
          ],
          [
            [{ strong: 'cc-aparelho' }, ', só de quem é da equipe'],
            ['Num cookie que só a página de entrar lê. Tem um número ao acaso, sem nome nem e-mail.'],
            ['Para senhas erradas de outras pessoas não impedirem a equipe de entrar.'],
            ['90 dias, ou até 5 senhas erradas.'],
          ],
          [
            [{ strong: 'cc-chamada' }, ', só de quem é da equipe'],
            [
              'No navegador (localStorage). A turma, o dia, números que só o sistema entende e a marca de cada aluno, sem o nome de ninguém.',
            ],
            ['Para a chamada não se perder sem internet.'],
            ['Até o servidor responder, ou por 8 dias.'],
          ],
          [
            [{ strong: 'cc-letra' }],
            ['Nesta aba (sessionStorage). Só diz que a letra dos títulos já veio.'],
            ['Para os títulos não mudarem de letra em cada página.'],
            ['Até fechar a aba.'],
          ],
          [
            [{ strong: 'cc-recarga' }],
            ['Nesta aba (sessionStorage). Só diz que a página se carregou de novo.'],
            ['Para isso não se repetir sem fim quando o site muda.'],
            ['Some quando a página nova chega, ou ao fechar a aba.'],
          ],
          [
            ['Cópia de páginas, fotos e letras do site'],
            ['Na memória de páginas visitadas do navegador (cache). Não tem dados seus.'],
            ['Para abrir mais rápido e gastar menos internet.'],
            ['Até o navegador apagar, ou até você limpar os dados de navegação.'],
          ],
        ],
      },
    },
    {
      id: 'seguranca',
      title: 'Segurança',
      blocks: [
        [
          'Usamos conexão protegida, senha, cópia de segurança e acesso só para quem precisa. Se acontecer um vazamento com risco para você, avisamos você e a Agência Nacional de Proteção de Dados.',
        ],
      ],
    },
    {
      id: 'mudancas',
      title: 'Mudanças',
      blocks: [[`Se este aviso mudar, a data lá em cima muda. ${version}.`]],
    },
  ] satisfies readonly NoticeSection[] as readonly NoticeSection[],
  children: {
    id: 'criancas',
    title: 'Para crianças e adolescentes',
    blocks: [
      [{ strong: 'Oi! Este pedaço é para você.' }],
      [
        'Para treinar no projeto, precisamos saber seu nome, sua idade, onde você mora e como está sua saúde.',
      ],
      ['Só os adultos da equipe veem. Não mostramos para seus colegas nem na internet.'],
      ['Peça para sua mãe, seu pai ou quem cuida de você ler junto.'],
      ['Se você não quiser mais participar, é só avisar. A gente apaga.'],
      [
        'Se alguém da equipe pedir algo que deixa você triste ou com medo, conte para um adulto em quem confia ou ',
        { link: 'tel:100', text: 'ligue 100' },
        '. A ligação é de graça.',
      ],
    ],
  } satisfies NoticeSection as NoticeSection,
};
