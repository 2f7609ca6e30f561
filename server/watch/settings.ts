import { brand, samplesUnchanged, written } from '../../content/brand.ts';
import { isThisMachine } from '../core/config.ts';
import type { Config } from '../core/context.ts';
import { type Finding, note, type Sentence, unless } from './finding.ts';
import { nodeNotice } from './versions.ts';

/** The machine's programs. `day` is ISO. */
export function examineMachine(node: string, day: string, isRoot: boolean): Finding[] {
  return [
    ...unless(`Node.js ${node.replace(/^v/, '')}.`, [nodeNotice(node, day, process.env.NODE_LOOKED_UP)]),
    ...note(
      isRoot &&
        'Rodando como root. Funciona, mas uma conta só do site é mais seguro (docs/operar.md, «Instalar num servidor»).',
    ),
  ];
}

/** What .env says, and what of it does not go together. */
export function examineSettings(
  config: Config,
  samples = samplesUnchanged && brand.name === written.name,
): Finding[] {
  return [
    ...unless('Endereço, proxy e porta combinam.', wrongAddresses(config)),
    ...unless('Freios contra excesso ligados.', [
      config.limits === 'relaxed' && 'LIMITS=relaxed é só para testes de carga: tire essa linha do .env.',
    ]),
    ...unless('Nome e contatos são do centro.', [
      samples &&
        'O site ainda usa nome e contatos de exemplo: troque-os em Ajustes, Centro, ou em content/brand.ts e rode npm start.',
    ]),
    ...note(
      config.signup &&
        'SIGNUP=on: qualquer um cria uma conta (que não vê nada). Sem precisar, tire essa linha do .env.',
      config.admin &&
        'ADMIN_PASSWORD está no .env e só serve na primeira vez: depois de entrar, apague essa linha.',
      !config.alertUrl && 'Ninguém é avisado se o site parar: ALERT_URL no .env liga os avisos.',
    ),
  ];
}

/** True when people reach the site from other machines, by an address of its own. */
export function isPublished({ siteUrl }: Pick<Config, 'siteUrl'>): boolean {
  return siteUrl !== null && !isThisMachine(new URL(siteUrl).hostname);
}

function wrongAddresses({ siteUrl, host, trustedProxies }: Config): Sentence[] {
  const address = siteUrl === null ? null : new URL(siteUrl);
  const published = isPublished({ siteUrl });
  return [
    address === null &&
      (!isThisMachine(host) || trustedProxies.length > 0) &&
      'Outras máquinas alcançam o site (HOST ou TRUSTED_PROXIES) e falta SITE_URL no .env: diga o endereço público, com https.',
    published &&
      address?.protocol === 'http:' &&
      'SITE_URL começa com http://: dados de crianças pedem https. Ponha um proxy com HTTPS (deploy/) e mude SITE_URL.',
    published &&
      trustedProxies.length === 0 &&
      'Falta TRUSTED_PROXIES no .env: sem o endereço do proxy (127.0.0.1, se é esta máquina), os freios contam todas as pessoas como uma.',
    published &&
      !isThisMachine(host) &&
      `HOST=${host} deixa alcançar o site sem passar pelo proxy com HTTPS: use HOST=127.0.0.1, se o proxy é desta máquina.`,
    trustedProxies.some((each) => each.endsWith('/0')) &&
      'TRUSTED_PROXIES confia em todo mundo (/0): qualquer um escolhe o próprio endereço. Diga só o do proxy.',
  ];
}
