import { l10n, ProgressLocation } from 'vscode';
import { cancelled, isFailure } from '../../core/errors.ts';
import type { Host } from '../../domain/hosting/hosts.ts';
import type { Clients, RegisteredClient } from '../../domain/session/clients.ts';
import { chooseFlows, flows, type Flow, type FlowId } from '../../domain/session/flows.ts';
import { grantedSession, personalSession, type IdentifyParts } from '../../domain/session/identify.ts';
import type { Session } from '../../domain/session/session.ts';
import { askAll, type Prompt, type Question } from '../kit/prompts/prompt.ts';
import type { Browser } from './browser.ts';
import type { SignInQuestions } from './questions.ts';
import { showProgress } from '../kit/messages/show.ts';

export interface SignInParts extends IdentifyParts {
  readonly clients: Clients;
  readonly browser: Browser;
  readonly questions: SignInQuestions;
}

export interface SignInRequest {
  /** What the questions are titled. */
  readonly title: string;
  /** Undefined: the person chooses one. */
  readonly host?: Host | undefined;
  /** Undefined: the person chooses one. */
  readonly flow?: FlowId | undefined;
  /** Undefined: those of the host. */
  readonly scopes?: readonly string[] | undefined;
  /** Ask nothing that can do without: the best way, no waiting list. */
  readonly silent?: boolean;
}

/** What the person said so far. */
interface Answers {
  host: Host | undefined;
  flow: Flow | undefined;
  /** Known before the questions, or entered. */
  client: RegisteredClient | undefined;
  /** Whether client id and secret are questions of this path. */
  asksClient: boolean;
  clientId: string;
  session: Session | undefined;
}

/** Signs in: by the path of questions host › way › what the way needs, with a way back at every step. */
export class SignIn {
  readonly #parts: SignInParts;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /** Rejects with a `cancelled` Failure where the person gives up. */
  async run(request: SignInRequest): Promise<Session> {
    const { title, host, scopes, silent = false } = request;
    const { clients, browser } = this.#parts;
    const [best] = host === undefined ? [] : chooseFlows(await browser.situation(host));
    if (silent && host !== undefined && best?.needsClient === true) {
      const client = await clients.get(host);
      if (client !== undefined) return await this.#byBrowser(best, host, client, scopes);
    }
    const answers: Answers = {
      host,
      flow: flows.find(({ id }) => id === request.flow),
      client: undefined,
      asksClient: false,
      clientId: host?.clientId ?? '',
      session: undefined,
    };
    await askAll(title, (asked) => this.#path(answers, request)[asked]);
    if (answers.session === undefined) throw cancelled();
    return answers.session;
  }

  /** Every question as far as it is known which ones there are. */
  #path(answers: Answers, request: SignInRequest): Question<unknown>[] {
    const { questions, clients } = this.#parts;
    const path: Question<unknown>[] = [];
    const add = (ask: (prompt: Prompt) => Promise<unknown>): void => void path.push({ ask, use: () => {} });
    const { host, flow } = answers;
    const scopes = request.scopes ?? host?.scopes ?? [];
    if (request.host === undefined) add(async (prompt) => (answers.host = await questions.host(prompt)));
    if (host === undefined) return path;
    if (request.flow === undefined) {
      add(async (prompt) => {
        const chosen = await questions.way(prompt, host);
        answers.client = chosen.needsClient ? await clients.get(host) : undefined;
        answers.asksClient = chosen.needsClient && answers.client === undefined;
        answers.flow = chosen;
      });
    }
    if (flow === undefined) return path;
    if (!flow.needsClient) {
      add(async (prompt) => {
        await questions.token(prompt, host, async (token, signal) => {
          answers.session = await personalSession(this.#parts, host, token, scopes, signal);
        });
      });
      return path;
    }
    if (answers.asksClient) {
      if (host.clientId === undefined) {
        add(async (prompt) => (answers.clientId = await questions.clientId(prompt, host, flow, answers.clientId)));
      }
      add(async (prompt) => {
        answers.client = await questions.clientSecret(prompt, host, flow, host.clientId ?? answers.clientId);
      });
    }
    add(async (prompt) => {
      if (answers.client !== undefined)
        answers.session = await this.#byBrowser(flow, host, answers.client, scopes, prompt);
    });
    return path;
  }

  /** Where the host refuses the request with the inputs of PKCE, the browser is sent once more, without them. */
  async #byBrowser(
    flow: Flow,
    host: Host,
    client: RegisteredClient,
    scopes: readonly string[] = host.scopes,
    prompt?: Prompt,
  ): Promise<Session> {
    try {
      return await this.#byBrowserOnce(flow, host, client, scopes, prompt);
    } catch (error) {
      if (client.refusesPkce === true || !isFailure(error) || error.reason !== 'requestRefused') throw error;
      return await this.#byBrowserOnce(flow, host, { ...client, refusesPkce: true }, scopes, prompt);
    }
  }

  async #byBrowserOnce(
    flow: Flow,
    host: Host,
    client: RegisteredClient,
    scopes: readonly string[],
    prompt: Prompt | undefined,
  ): Promise<Session> {
    const { clients, browser, questions } = this.#parts;
    const grant = await browser.travel(flow, host, client, scopes, async (journey) => ({
      redirectUri: journey.redirectUri,
      verifier: journey.verifier,
      code: prompt === undefined ? await journey.code : await questions.wait(prompt, host, flow, journey),
    }));
    const progress = { location: ProgressLocation.Window, title: l10n.t('Signing in to {0}…', host.name) };
    try {
      const granted = await showProgress(progress, () =>
        grantedSession(this.#parts, host, { ...grant, client, scopes }, AbortSignal.timeout(answerWithin)),
      );
      await clients.put(host, granted.client);
      return granted.session;
    } catch (error) {
      // It is asked for again at the next sign-in.
      if (isFailure(error) && error.reason === 'clientRefused') await clients.remove(host.id);
      throw error;
    }
  }
}

/** Milliseconds. */
const answerWithin = 60_000;
