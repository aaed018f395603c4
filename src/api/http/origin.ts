/** Whether the host of `url` is certainly this computer, so that plain http is safe. */
export function isLoopback(url: URL): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
}

/** https, or plain http to this computer; without a user name or password, because they would appear in logs. */
export function isSafe(url: URL): boolean {
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
  return secure && url.username === '' && url.password === '';
}

/** A public host must not redirect to a private network or this computer, a private one not to this computer. */
export function mayLead(from: URL, to: URL): boolean {
  return isSafe(to) && depths[networkOf(to)] <= depths[networkOf(from)];
}

/** Whether `url` names no address of a private network or of this computer. Host names are not resolved. */
export function isPublic(url: URL): boolean {
  return networkOf(url) === 'public';
}

type Network = 'public' | 'private' | 'machine';

const depths: Readonly<Record<Network, number>> = { public: 0, private: 1, machine: 2 };

/** The network of the host, judged by its name or IP address. `URL` has already normalised the IP address. */
function networkOf({ hostname }: URL): Network {
  if (hostname.startsWith('[')) return networkOfGroups(groupsOf(hostname.slice(1, -1)));
  if (/^\d+\.\d+\.\d+\.\d+$/.test(hostname)) return networkOfBytes(hostname.split('.').map(Number));
  return /(?:^|\.)localhost\.?$/.test(hostname) ? 'machine' : 'public';
}

function networkOfBytes([a = 0, b = 0, c = 0]: readonly number[]): Network {
  if (a === 127 || a === 0) return 'machine';
  const isPrivate = a === 10 || (a === 172 && b >= 16 && b < 32) || (a === 192 && b === 168);
  const isLinkLocal = a === 169 && b === 254;
  const isShared = a === 100 && b >= 64 && b < 128;
  const isSpecial = a >= 224 || (a === 198 && (b === 18 || b === 19)) || (a === 192 && b === 0 && c === 0);
  return isPrivate || isLinkLocal || isShared || isSpecial ? 'private' : 'public';
}

function networkOfGroups(groups: readonly number[]): Network {
  const [first = 0, second = 0, third = 0] = groups;
  const leading = groups.findIndex((group) => group !== 0);
  if (leading < 0 || (leading === 7 && groups[7] === 1)) return 'machine';
  // Forms with an embedded IPv4 address: ::a.b.c.d, ::ffff:a.b.c.d, ::ffff:0:a.b.c.d, 64:ff9b::a.b.c.d, 2002:…
  const isMapped =
    (leading === 5 && groups[5] === 0xffff) || (leading === 4 && groups[4] === 0xffff && groups[5] === 0);
  if (leading >= 6 || isMapped || (first === 0x64 && second === 0xff9b))
    return networkOfBytes(bytesOf(groups.slice(6)));
  if (first === 0x2002) return networkOfBytes(bytesOf([second, third]));
  // All public addresses are in 2000::/3. Those of Teredo, 2001::/32, lead to an IPv4 address.
  return first >> 13 === 1 && !(first === 0x2001 && second === 0) ? 'public' : 'private';
}

function groupsOf(address: string): readonly number[] {
  const [before = '', after = ''] = address.split('::');
  const [head, tail] = [valuesOf(before), valuesOf(after)];
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail];
}

const valuesOf = (groups: string): number[] =>
  groups === '' ? [] : groups.split(':').map((group) => Number.parseInt(group, 16));
const bytesOf = (groups: readonly number[]): number[] => groups.flatMap((group) => [group >> 8, group & 0xff]);
