import { env, l10n, ThemeIcon, Uri, type QuickPickItem } from 'vscode';
import { isFailure, toFailure } from '../../../core/errors.ts';
import { readPasted, type Attempts } from '../../../domain/session/attempts.ts';
import type { RegisteredClient } from '../../../domain/session/clients.ts';
import { chooseFlows, type Flow, type FlowId } from '../../../domain/session/flows.ts';
import type { HostProblem } from '../../../domain/session/hostSettings.ts';
import type { Host } from '../../../domain/hosts/hosts.ts';
import { explain } from '../../kit/messages/explain.ts';
import type { Prompt } from '../../kit/prompts/prompt.ts';
import { Back, type Choice, type PickButton } from '../../kit/prompts/question.ts';
import { explainCallback } from './callbackPage.ts';
import type { Browser, Journey } from './browser.ts';

export interface QuestionParts {
  readonly hosts: () => readonly Host[];
  readonly problems: () => readonly HostProblem[];
  /** Asks for a host that is not configured yet. The first question has a back button. */
  readonly addHost: () => Promise<Host>;
  readonly openHostSettings: () => Promise<void>;
  readonly browser: Browser;
  readonly attempts: Attempts;
}

export class SignInQuestions {
  readonly #parts: QuestionParts;

  constructor(parts: QuestionParts) {
    this.#parts = parts;
  }

  async host(prompt: Prompt): Promise<Host> {
    for (;;) {
      const { hosts, problems, addHost, openHostSettings } = this.#parts;
      const choices: Choice<Host | 'add' | 'settings'>[] = hosts().map((host) => ({
        label: host.name,
        iconPath: new ThemeIcon('server'),
        description: new URL(host.webUrl).host,
        value: host,
      }));
      choices.push({ label: l10n.t('Add a Host…'), iconPath: new ThemeIcon('add'), value: 'add' });
      const [problem] = problems();
      if (problem !== undefined) choices.push(wrongEntry(problem));
      const chosen = await prompt.pick({ placeholder: l10n.t('Choose the host to sign in to'), items: choices });
      if (typeof chosen === 'object') return chosen;
      if (chosen === 'settings') {
        await openHostSettings();
        continue;
      }
      const added = await backOrValue(addHost);
      if (added !== undefined) return added;
    }
  }

  async way(prompt: Prompt, host: Host, hasClient: boolean): Promise<Flow> {
    const flows = chooseFlows({ ...(await this.#parts.browser.situation(host)), hasClient });
    const labels = flowItems(host);
    const needsApp = { detail: l10n.t('Needs an OAuth app that you register once at {0}', host.name) };
    return await prompt.pick({
      placeholder: l10n.t('Choose how to sign in to {0}', host.name),
      items: flows.map((flow) => ({
        ...labels[flow.id],
        ...(flow.needsClient && !hasClient ? needsApp : {}),
        value: flow,
      })),
    });
  }

  /** Says how to register an application, until the user wants to enter its client ID. */
  async register(prompt: Prompt, host: Host, flow: Flow): Promise<void> {
    const { address, exact } = await this.#parts.browser.redirectToRegister(flow, host);
    const items: Choice<'open' | 'copy' | 'done'>[] = [
      {
        label: l10n.t('Open {0} in the Browser', host.name),
        iconPath: new ThemeIcon('link-external'),
        detail: l10n.t('Create an OAuth app in the settings of your account or organization'),
        value: 'open',
      },
      {
        label: l10n.t('Copy Redirect URL'),
        iconPath: new ThemeIcon('copy'),
        detail: exact ? address : l10n.t('Begins with {0}', address),
        value: 'copy',
      },
      {
        label: l10n.t('Enter the Client ID…'),
        iconPath: new ThemeIcon('arrow-right'),
        detail: l10n.t('The app shows its client ID and its client secret'),
        value: 'done',
      },
    ];
    for (let doing = ''; doing !== 'done';) {
      doing = await prompt.pick({ placeholder: l10n.t('Register an OAuth app at {0} once', host.name), items });
      if (doing === 'open') await env.openExternal(Uri.parse(host.webUrl, true));
      if (doing === 'copy') await env.clipboard.writeText(address);
    }
  }

  async clientId(prompt: Prompt, host: Host, flow: Flow, before: string): Promise<string> {
    const { address, exact } = await this.#parts.browser.redirectToRegister(flow, host);
    const text = exact
      ? l10n.t(
          'Client ID of the application registered at {0}. Register it with the redirect address {1}',
          host.name,
          address,
        )
      : l10n.t(
          'Client ID of the application registered at {0}. Register it with a redirect address that begins with {1}',
          host.name,
          address,
        );
    return await prompt.input({
      prompt: text,
      value: before,
      placeholder: l10n.t('Client ID'),
      validate: required,
      buttons: registerButtons(host, address),
    });
  }

  async clientSecret(prompt: Prompt, host: Host, flow: Flow, clientId: string): Promise<RegisteredClient> {
    const { address, exact } = await this.#parts.browser.redirectToRegister(flow, host);
    const clientSecret = await prompt.input({
      prompt: l10n.t('Client secret of {0} at {1}. Stored in the secret storage of the editor.', clientId, host.name),
      placeholder: l10n.t('Client secret'),
      password: true,
      validate: required,
      buttons: registerButtons(host, address),
    });
    const redirectUri = exact ? address : undefined;
    return { authUrl: host.authUrl, clientId, clientSecret: clientSecret.trim(), redirectUri };
  }

  /** Asks for a token and calls `use` with it. If `use` throws, the message is shown at the input, which stays open. */
  async token(prompt: Prompt, host: Host, use: (token: string, signal: AbortSignal) => Promise<void>): Promise<void> {
    const page = tokenPage(host);
    await prompt.input({
      prompt: l10n.t('Personal access token for {0}. Create one at {1}', host.name, page),
      placeholder: l10n.t('Token'),
      password: true,
      validate: required,
      check: (token, signal) => use(token.trim(), signal).then(() => undefined, messageBelow),
      buttons: [openButton(page, l10n.t('Open the Page Where Tokens Are Made'))],
    });
  }

  /** Waits for the browser and offers the other actions in the meantime. */
  async wait(prompt: Prompt, host: Host, flow: Flow, journey: Journey): Promise<string> {
    const settled = new AbortController();
    const settle = (): void => settled.abort();
    journey.code.then(settle, settle);
    type Doing = 'open' | 'copy' | 'paste';
    const items: Choice<Doing>[] = [
      {
        label: l10n.t('Open the Page Again'),
        description: new URL(journey.address).host,
        iconPath: new ThemeIcon('globe'),
        value: 'open',
      },
      {
        label: l10n.t('Copy Page URL'),
        iconPath: new ThemeIcon('copy'),
        detail: l10n.t('To open it in another browser'),
        value: 'copy',
      },
      {
        label: l10n.t('Paste the URL…'),
        iconPath: new ThemeIcon('clippy'),
        detail: l10n.t('If the browser does not return to the editor'),
        value: 'paste',
      },
    ];
    if (flow.id === 'paste') items.reverse();
    const placeholder = l10n.t('Waiting for {0} in the browser…', host.name);
    while (!settled.signal.aborted) {
      const doing = await prompt
        .pick({ placeholder, items, busy: true, signal: settled.signal })
        .catch((error: unknown) => {
          if (settled.signal.aborted) return 'done';
          throw error;
        });
      if (doing === 'open') await journey.open();
      else if (doing === 'copy') await env.clipboard.writeText(journey.address);
      else if (doing === 'paste') await this.#paste(prompt, settled.signal);
    }
    return await journey.code;
  }

  async #paste(prompt: Prompt, signal: AbortSignal): Promise<void> {
    const { attempts } = this.#parts;
    await backOrValue(() =>
      prompt
        .input({
          prompt: l10n.t('Paste the full URL from the browser’s address bar'),
          placeholder: 'http://127.0.0.1/callback?code=…&state=…',
          signal,
          check: (text) => {
            const query = readPasted(text);
            if (query === undefined)
              return Promise.resolve(l10n.t('The URL is incomplete: “code” or “state” is missing.'));
            const result = attempts.receive(query);
            return Promise.resolve(result === 'accepted' || result === 'denied' ? undefined : explainCallback(result));
          },
        })
        .catch((error: unknown) => {
          if (signal.aborted) return '';
          throw error;
        }),
    );
  }
}

const required = (value: string): string | undefined => (value.trim() === '' ? l10n.t('Enter a value.') : undefined);

/** The message of an error for the line below an input; undefined if there is none to show. */
const messageBelow = (error: unknown): string | undefined =>
  isFailure(error, 'cancelled') ? undefined : explain(toFailure(error));

/** Undefined if the user goes back. */
async function backOrValue<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Back) return undefined;
    throw error;
  }
}

function tokenPage(host: Host): string {
  return `${host.webUrl}/setting/token-classic`;
}

function openButton(address: string, tooltip: string): PickButton {
  return { icon: 'link-external', tooltip, run: () => void env.openExternal(Uri.parse(address, true)) };
}

function registerButtons(host: Host, redirect: string): PickButton[] {
  return [
    {
      icon: 'copy',
      tooltip: l10n.t('Copy Redirect URL {0}', redirect),
      run: () => void env.clipboard.writeText(redirect),
    },
    openButton(host.webUrl, l10n.t('Open {0} in the Browser', host.name)),
  ];
}

function wrongEntry({ entry, field, why }: HostProblem): Choice<'settings'> {
  const detail = {
    missing: l10n.t('“{0}” is missing', field ?? ''),
    wrong: l10n.t('“{0}” is not valid', field ?? ''),
    notSafe: l10n.t('“{0}” must use https: http is allowed for this computer only', field ?? ''),
    twice: l10n.t('Duplicate id in the setting'),
  };
  return {
    label: l10n.t('The host “{0}” cannot be used', entry),
    iconPath: new ThemeIcon('warning'),
    description: l10n.t('Open the settings'),
    detail: field === undefined ? l10n.t('The entry is not an object') : detail[why],
    value: 'settings',
  };
}

function flowItems(host: Host): Readonly<Record<FlowId, QuickPickItem>> {
  const site = new URL(host.authUrl).host;
  return {
    editorUri: {
      label: l10n.t('In the browser'),
      iconPath: new ThemeIcon('globe'),
      detail: l10n.t('Opens {0} and returns to the editor', site),
    },
    loopback: {
      label: l10n.t('In the browser (local callback)'),
      iconPath: new ThemeIcon('plug'),
      detail: host.redirectUri ?? l10n.t('For hosts that only redirect to an http address'),
    },
    paste: {
      label: l10n.t('In the browser (paste the URL)'),
      iconPath: new ThemeIcon('clippy'),
      detail: l10n.t('If the browser cannot return to the editor, for example in a container'),
    },
    token: {
      label: l10n.t('With a personal access token'),
      iconPath: new ThemeIcon('key'),
      detail: l10n.t('Create one at {0}', tokenPage(host)),
    },
  };
}
