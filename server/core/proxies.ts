import { BlockList, isIP } from 'node:net';

/** True for an address (as `plainAddress` writes it) of one of the trusted addresses and networks. */
export type IsTrusted = (address: string) => boolean;

/** One address, or a network as `10.0.0.0/8` or `fd00::/8`. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** Each of `list` is as `isAddressOrNetwork` accepts it. */
export function trustedBy(list: readonly string[]): IsTrusted {
  const trusted = new BlockList();
  for (const each of list) {
    const [address = '', bits] = each.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Who sends: the socket's address; behind a trusted proxy the right-most hop of X-Forwarded-For that is not
 * trusted itself.
 */
export function clientAddress(socket: string, forwarded: string | undefined, isTrusted: IsTrusted): string {
  if (!isTrusted(socket)) return socket;
  const hops = (forwarded ?? '').split(',').map((hop) => plainAddress(hop.trim()));
  const client = hops.reverse().find((hop) => hop !== '' && !isTrusted(hop));
  return client && isIP(client) ? client : socket;
}

/** An IPv6 address as its /64, which one subscriber has; other text as it is. */
export const addressOf = (client: string): string => (isIP(client) === 6 ? cutIpv6(client, 4) : client);

/** How many times an address's allowance its network has: a carrier's may be a school's or a town's. */
export const NETWORK_SHARE = 4;

/** The network of an address: IPv4 its /24, IPv6 its /48 (anybody can get one for nothing); other text as it is. */
export function networkOf(client: string): string {
  const version = isIP(client);
  if (version === 6) return `${cutIpv6(client, 3)}/48`;
  return version === 4 ? client.replace(/\d+$/, '0/24') : client;
}

/** The first `groups` of the eight. */
function cutIpv6(address: string, groups: number): string {
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = address.includes('::') ? Array(8 - head.length - tail.length).fill('0') : [];
  return `${[...head, ...zeros, ...tail].slice(0, groups).join(':')}::`;
}

/** An IPv4 address that came over IPv6 as IPv4. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** True for an address of this machine itself. */
export const isLoopback: IsTrusted = trustedBy(['127.0.0.0/8', '::1']);

/**
 * True for this machine and for private networks: such an address may be logged, because it identifies no
 * visitor.
 */
export const isPrivate: IsTrusted = trustedBy([
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'],
  ...['::1', 'fc00::/7', 'fe80::/10'],
]);
