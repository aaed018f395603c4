import { commands, env, ExtensionKind, Uri, UIKind, type ExtensionContext } from 'vscode';
import { authorizeAddress } from '../../../api/oauth/oauth.ts';
import { isLoopback } from '../../../api/http/origin.ts';
import { createPkce } from '../../../api/oauth/pkce.ts';
import type { ListenLoopback } from '../../../core/loopback.ts';
import type { Host } from '../../../domain/hosts/hosts.ts';
import type { Attempts } from '../../../domain/session/attempts.ts';
import type { RegisteredClient } from '../../../domain/session/clients.ts';
import {
  listeningPlace,
  redirectKind,
  type Flow,
  type ExtensionHostKind,
  type Situation,
} from '../../../domain/session/flows.ts';
import { callbackPage } from './callbackPage.ts';
import { callbackPath } from './editorUriHandler.ts';

/** Users register it for responses on this computer. The port is fixed, so that it never changes. */
const loopbackRedirect = 'http://127.0.0.1:51789/callback';

/** A sign-in in the browser that is in progress. */
export interface Journey {
  /** The page that grants access. */
  readonly address: string;
  readonly redirectUri: string;
  readonly code: Promise<string>;
  /** The PKCE verifier. */
  readonly verifier: string;
  /** Opens the page, also repeatedly. */
  readonly open: () => Promise<void>;
}

export class Browser {
  readonly #context: ExtensionContext;
  readonly #attempts: Attempts;
  readonly #listen: ListenLoopback | undefined;

  constructor(context: ExtensionContext, attempts: Attempts, listen: ListenLoopback | undefined) {
    this.#context = context;
    this.#attempts = attempts;
    this.#listen = listen;
  }

  async situation(host: Host): Promise<Omit<Situation, 'hasClient'>> {
    const { scheme } = this.#callback();
    return {
      place: this.#place(),
      scheme,
      canListen: this.#listen !== undefined,
      sameComputer: await this.#sameComputer(),
      redirectUri: host.redirectUri,
    };
  }

  /** `exact` false: the editor adds a query each time, or the address differs between windows. */
  async redirectToRegister(flow: Flow, host: Host): Promise<{ readonly address: string; readonly exact: boolean }> {
    if (host.redirectUri !== undefined) return { address: host.redirectUri, exact: true };
    if (flow.id !== 'editorUri') return { address: loopbackRedirect, exact: true };
    if (this.#place() === 'desktop') return { address: this.#callback().toString(true), exact: true };
    const external = await env.asExternalUri(this.#callback());
    return { address: external.with({ query: '', fragment: '' }).toString(true), exact: false };
  }

  /** Opens the page of the host and calls `wait`. The listener is closed afterwards. */
  async travel<T>(
    flow: Flow,
    host: Host,
    client: RegisteredClient,
    scopes: readonly string[],
    wait: (journey: Journey) => Promise<T>,
  ): Promise<T> {
    const over = new AbortController();
    const attempt = this.#attempts.begin(over.signal);
    // `wait` handles a rejection of the code. Until then this handler prevents an unhandled rejection.
    attempt.code.catch(() => undefined);
    let close: (() => Promise<void>) | undefined;
    try {
      const receiver = await this.#receive(flow, client.redirectUri);
      const { redirectUri } = receiver;
      close = receiver.close;
      const { verifier, challenge } = await createPkce();
      const address = authorizeAddress(
        { ...client, authUrl: host.authUrl },
        { redirectUri, scopes, state: attempt.state, challenge },
      );
      const open = (): Promise<void> => this.#open(address);
      await open();
      return await wait({ address, redirectUri, code: attempt.code, verifier, open });
    } finally {
      over.abort();
      await close?.();
    }
  }

  async #receive(
    flow: Flow,
    registered: string | undefined,
  ): Promise<{ readonly redirectUri: string; readonly close: () => Promise<void> }> {
    const kind = registered === undefined ? undefined : redirectKind(registered, this.#callback().scheme);
    const exact = kind !== undefined && flow.receives.includes(kind) ? registered : undefined;
    const nothing = (): Promise<void> => Promise.resolve();
    if (flow.id === 'loopback' && this.#listen !== undefined) {
      const place = listeningPlace(exact);
      const receive = (query: URLSearchParams): ReturnType<typeof callbackPage> =>
        callbackPage(this.#attempts.receive(query));
      const listener = await this.#listen({ ...place, receive });
      const redirectUri = exact ?? `http://127.0.0.1:${listener.port}${place.path}`;
      return { redirectUri, close: () => listener.close() };
    }
    if (flow.id === 'paste') return { redirectUri: exact ?? loopbackRedirect, close: nothing };
    // The parts that the editor adds to the address route the response to this window. Therefore they are kept.
    const external = exact ?? (await env.asExternalUri(this.#callback())).toString(true);
    return { redirectUri: external, close: nothing };
  }

  /**
   * As text: the editor decodes the query of a Uri, which breaks a redirect address with a query of its own.
   * So the external address of a host on this computer is computed without the query.
   */
  async #open(address: string): Promise<void> {
    const { origin, pathname, search } = new URL(address);
    const page = Uri.parse(origin + pathname, true);
    const reachable = this.#place() === 'desktop' ? page : await env.asExternalUri(page);
    await commands.executeCommand('vscode.open', reachable.toString(true) + search);
  }

  /** The browser runs on the computer of the extension; for a web editor, if its address is a loopback address. */
  async #sameComputer(): Promise<boolean> {
    if (this.#place() !== 'web') return this.#place() === 'desktop';
    const external = (await env.asExternalUri(this.#callback())).toString(true);
    return URL.canParse(external) && isLoopback(new URL(external));
  }

  #callback(): Uri {
    return Uri.from({ scheme: env.uriScheme, authority: this.#context.extension.id, path: callbackPath });
  }

  #place(): ExtensionHostKind {
    if (env.uiKind === UIKind.Web) return 'web';
    const away = env.remoteName !== undefined && this.#context.extension.extensionKind === ExtensionKind.Workspace;
    return away ? 'remote' : 'desktop';
  }
}
