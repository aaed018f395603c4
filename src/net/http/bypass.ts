import { BlockList, isIP } from 'node:net';

/** Names and addresses of this computer, which a proxy cannot reach. */
const loopback = ['localhost', '.localhost', '127.0.0.0/8', '::1/128'];

/** Whether a host needs no proxy, where undici lacks it: this computer, CIDR, `*`. Entries end at commas or blanks. */
export function bypass(noProxy: string): (hostname: string) => boolean {
  const entries = [...loopback, ...noProxy.split(/[\s,]+/)];
  const networks = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix = ''] = entry.replaceAll(/[[\]]/g, '').split('/');
    const family = isIP(address);
    const bits = prefix === '' ? (family === 6 ? 128 : 32) : Number(prefix);
    if (family > 0 && bits >= 0 && bits <= (family === 6 ? 128 : 32)) networks.addSubnet(address, bits, kind(family));
  }
  return (hostname) => {
    const host = hostname.replaceAll(/[[\]]/g, '');
    const family = isIP(host);
    if (entries.includes('*') || host === 'localhost' || host.endsWith('.localhost')) return true;
    return family > 0 && networks.check(host, kind(family));
  };
}

function kind(family: number): 'ipv4' | 'ipv6' {
  return family === 6 ? 'ipv6' : 'ipv4';
}
