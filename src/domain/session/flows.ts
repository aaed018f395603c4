export type FlowId = 'editorUri' | 'loopback' | 'paste' | 'token';

/** Where the extension host runs, relative to the browser of the user. */
export type ExtensionHostKind = 'desktop' | 'remote' | 'web';

export type RedirectKind = 'editor' | 'loopback' | 'site';

export interface Flow {
  readonly id: FlowId;
  /** Needs an application that is registered at the host, with client id and secret. */
  readonly needsClient: boolean;
  readonly places: readonly ExtensionHostKind[];
  readonly receives: readonly RedirectKind[];
  /** Needs a listener on the computer of the extension host, and a browser on the same computer. */
  readonly listens: boolean;
}

export interface Situation {
  readonly place: ExtensionHostKind;
  readonly scheme: string;
  readonly canListen: boolean;
  /** Whether the browser and the extension host seem to run on the same computer. */
  readonly sameComputer: boolean;
  /** The only redirect address that the host accepts; undefined: any. */
  readonly redirectUri: string | undefined;
  readonly hasClient: boolean;
}

/** Best first. */
export const flows: readonly Flow[] = [
  { id: 'editorUri', needsClient: true, places: ['desktop', 'remote', 'web'], receives: ['editor'], listens: false },
  { id: 'loopback', needsClient: true, places: ['desktop', 'web'], receives: ['loopback'], listens: true },
  {
    id: 'paste',
    needsClient: true,
    places: ['desktop', 'remote', 'web'],
    receives: ['loopback', 'site'],
    listens: false,
  },
  { id: 'token', needsClient: false, places: ['desktop', 'remote', 'web'], receives: [], listens: false },
];

/** Best first. The personal token always works; it comes first if the others need a registration that is not there. */
export function chooseFlows(situation: Situation): readonly Flow[] {
  const { place, canListen, sameComputer, redirectUri, hasClient } = situation;
  const kind = redirectUri === undefined ? undefined : redirectKind(redirectUri, situation.scheme);
  const ordered = hasClient
    ? flows
    : flows.toSorted((one, other) => Number(one.needsClient) - Number(other.needsClient));
  return ordered.filter((flow) => {
    if (!flow.places.includes(place) || (flow.listens && !(canListen && sameComputer))) return false;
    if (!flow.needsClient || redirectUri === undefined) return true;
    return kind !== undefined && flow.receives.includes(kind);
  });
}

/** Undefined: this editor cannot receive the address, for example because of another scheme. */
export function redirectKind(redirectUri: string, scheme: string): RedirectKind | undefined {
  if (!URL.canParse(redirectUri)) return undefined;
  const { protocol, hostname } = new URL(redirectUri);
  if (protocol === `${scheme}:`) return 'editor';
  if (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) return 'loopback';
  return protocol === 'https:' || protocol === 'http:' ? 'site' : undefined;
}

/** Address of the loopback listener for `redirectUri`. Without `redirectUri`: 127.0.0.1 and any free port. */
export function listeningPlace(redirectUri: string | undefined): {
  readonly host: string;
  readonly port: number;
  readonly path: string;
} {
  if (redirectUri === undefined) return { host: '127.0.0.1', port: 0, path: '/callback' };
  const { hostname, port, pathname } = new URL(redirectUri);
  return { host: hostname === '[::1]' ? '::1' : '127.0.0.1', port: port === '' ? 80 : Number(port), path: pathname };
}
