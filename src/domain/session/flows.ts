export type FlowId = 'editorUri' | 'loopback' | 'paste' | 'token';

/** Where the part of the editor that runs extensions is, seen from the person's browser. */
export type ExtensionHostKind = 'desktop' | 'remote' | 'web';

/** What a redirect address leads to. */
export type RedirectKind = 'editor' | 'loopback' | 'site';

/** A way to sign in, and what it is capable of. */
export interface Flow {
  readonly id: FlowId;
  /** Needs an application registered at the host: client id and secret. */
  readonly needsClient: boolean;
  /** Where the browser's answer gets back to it. */
  readonly places: readonly ExtensionHostKind[];
  /** Which redirect addresses it can receive. */
  readonly receives: readonly RedirectKind[];
  /** Needs a listener on the computer that runs the extension, and a browser there. */
  readonly listens: boolean;
}

export interface Situation {
  readonly place: ExtensionHostKind;
  /** The scheme of this editor's own addresses. */
  readonly scheme: string;
  /** Whether this build can listen on a port. */
  readonly canListen: boolean;
  /** Whether the browser runs on the computer that runs the extension, as far as can be told. */
  readonly sameComputer: boolean;
  /** The only redirect address that the host takes; undefined: any. */
  readonly redirectUri: string | undefined;
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

/** The ways that work in a situation, best first. A personal token always does. */
export function chooseFlows(situation: Situation): readonly Flow[] {
  const { place, canListen, sameComputer, redirectUri } = situation;
  const kind = redirectUri === undefined ? undefined : redirectKind(redirectUri, situation.scheme);
  return flows.filter((flow) => {
    if (!flow.places.includes(place) || (flow.listens && !(canListen && sameComputer))) return false;
    if (!flow.needsClient || redirectUri === undefined) return true;
    return kind !== undefined && flow.receives.includes(kind);
  });
}

/** Undefined: nothing that this editor could ever see, such as another editor's scheme. */
export function redirectKind(redirectUri: string, scheme: string): RedirectKind | undefined {
  if (!URL.canParse(redirectUri)) return undefined;
  const { protocol, hostname } = new URL(redirectUri);
  if (protocol === `${scheme}:`) return 'editor';
  if (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) return 'loopback';
  return protocol === 'https:' || protocol === 'http:' ? 'site' : undefined;
}

/** Where a loopback listener has to be for `redirectUri`; undefined: 127.0.0.1 and any free port. */
export function listeningPlace(redirectUri: string | undefined): {
  readonly host: string;
  readonly port: number;
  readonly path: string;
} {
  if (redirectUri === undefined) return { host: '127.0.0.1', port: 0, path: '/callback' };
  const { hostname, port, pathname } = new URL(redirectUri);
  return { host: hostname === '[::1]' ? '::1' : '127.0.0.1', port: port === '' ? 80 : Number(port), path: pathname };
}
