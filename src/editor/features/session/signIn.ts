import { l10n, ProgressLocation } from 'vscode';
import { cancelled, isFailure } from '../../../core/errors.ts';
import type { Host } from '../../../domain/hosts/hosts.ts';
import type { Clients, RegisteredClient } from '../../../domain/session/clients.ts';
import { chooseFlows, flows, type Flow, type FlowId } from '../../../domain/session/flows.ts';
import { grantedSession, personalSession, type IdentifyParts } from '../../../domain/session/identify.ts';
import type { Session } from '../../../domain/session/session.ts';
import { askAll, type Prompt, type Question } from '../../kit/prompts/prompt.ts';
import type { Browser } from './browser.ts';
import type { SignInQuestions } from './signInQuestions.ts';
import { showProgress } from '../../kit/messages/show.ts';

export interface SignInParts extends IdentifyParts {
  readonly clients: Clients;
  readonly browser: Browser;
  readonly questions: SignInQuestions;
}

export interface SignInRequest {
  readonly title: string;
  /** Undefined: the user chooses a host. */
  readonly host?: Host | undefined;
  /** Undefined: the user chooses a flow. */
  readonly flow?: FlowId | undefined;
  /** Undefined: the scopes of the host. */
  readonly scopes?: readonly string[] | undefined;
  /** Asks only necessary questions: uses the best flow and shows no list while it waits. */
  readonly silent?: boolean;
}

interface Answers {
  host: Host | undefined;
  flow: Flow | undefined;
  /** Configured or stored before the questions, or entered by the user. */
  client: RegisteredClient | undefined;
  /** Whether client id and secret are questions of this path. */
  asksClient: boolean;
  clientId: string;
  session: Session | undefined;
}

/** Signs in with questions for the host, the flow and the inputs of the flow. Every question has a back button. */
export class SignIn {
  readonly #parts: SignInParts;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /** @throws Failure `cancelled` if the user gives up */
  async run(request: SignInRequest): Promise<Session> {
    const { title, host, scopes, silent = false } = request;
    const { clients, browser } = this.#parts;
    const client = silent && host !== undefined ? await clients.get(host) : undefined;
    if (host !== undefined && client !== undefined) {
      const [best] = chooseFlows({ ...(await browser.situation(host)), hasClient: true });
      if (best?.needsClient === true) return await this.#byBrowser(best, host, client, scopes);
    }
    const answers: Answers = {
      host,
      flow: flows.find(({ id }) => id === request.flow),
      client: undefined,
      asksClient: false,
      clientId: host?.clientId ?? '',
      session: undefined,
    };
    await askAll(title, (index) => this.#path(answers, request)[index]);
    if (answers.session === undefined) throw cancelled();
    return answers.session;
  }

  /** The questions that are known so far. Later questions depend on the answers. */
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
        const client = await clients.get(host);
        const chosen = await questions.way(prompt, host, client !== undefined || host.clientId !== undefined);
        answers.client = chosen.needsClient ? client : undefined;
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
        add((prompt) => questions.register(prompt, host, flow));
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

  async #byBrowser(
    flow: Flow,
    host: Host,
    client: RegisteredClient,
    scopes: readonly string[] = host.scopes,
    prompt?: Prompt,
  ): Promise<Session> {
    const { clients, browser, questions } = this.#parts;
    const grant = await browser.travel(flow, host, client, scopes, async (journey) => ({
      redirectUri: journey.redirectUri,
      verifier: journey.verifier,
      code: prompt === undefined ? await journey.code : await questions.wait(prompt, host, flow, journey),
    }));
    const progress = { location: ProgressLocation.Window, title: l10n.t('Signing in to {0}…', host.name) };
    try {
      const session = await showProgress(progress, () =>
        grantedSession(this.#parts, host, { ...grant, client, scopes }, AbortSignal.timeout(answerWithin)),
      );
      await clients.put(host, client);
      return session;
    } catch (error) {
      // The next sign-in asks for the client again.
      if (isFailure(error) && error.reason === 'clientRefused') await clients.remove(host.id);
      throw error;
    }
  }
}

/** Milliseconds for the exchange of the code for a token. */
const answerWithin = 60_000;
