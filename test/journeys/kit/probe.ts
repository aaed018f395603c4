import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageTestExtension } from '../../../scripts/kit/packageTestExtension.ts';
import { until } from '../../kit/until.ts';
import type { Window } from './window.ts';

/** What a chat participant got with a message. */
export interface ProbeRequest {
  /** The commands of hooks, which it ran. */
  readonly hooks: readonly string[];
  /** The texts of the files that came with the message, by name; null if the file cannot be read. */
  readonly files: Readonly<Record<string, string | null>>;
  /** Everything that came with the message, as JSON. */
  readonly context: string;
}

const title = 'Probe: Send a Chat Message';

const manifest = {
  enabledApiProposals: [
    'chatParticipantPrivate',
    'chatParticipantAdditions',
    'defaultChatParticipant',
    'chatHooks',
    'chatProvider',
  ],
  activationEvents: ['onStartupFinished'],
  contributes: {
    commands: [{ command: 'probe.send', title }],
    languageModelChatProviders: [{ vendor: 'probe', displayName: 'Probe' }],
    // Its name in older editors.
    languageModels: [{ vendor: 'probe', displayName: 'Probe' }],
    chatParticipants: [
      {
        id: 'example.probe',
        name: 'probe',
        fullName: 'Probe',
        description: 'Records its requests',
        isDefault: true,
        locations: ['panel'],
        modes: ['ask', 'agent', 'edit'],
      },
    ],
  },
};

/** Runs the hooks of a message as the built-in agent does: with a shell, and the environment of the extension host. */
const program = (requests: string): string => `
const { chat, commands, lm, workspace, LanguageModelTextPart, Uri } = require('vscode');
const { spawnSync } = require('node:child_process');
const { appendFileSync } = require('node:fs');
const requests = ${JSON.stringify(requests)};
const model = {
  id: 'probe', name: 'Probe', family: 'probe', version: '1', maxInputTokens: 100000, maxOutputTokens: 1000,
  isDefault: true, isUserSelectable: true, capabilities: { toolCalling: true },
};
const provider = {
  provideLanguageModelChatInformation: async () => [model],
  prepareLanguageModelChat: async () => [model],
  prepareLanguageModelChatInformation: async () => [model],
  provideLanguageModelChatResponse: async (_model, _messages, _options, progress) =>
    progress.report(new LanguageModelTextPart('done')),
  provideTokenCount: async () => 1,
};
const textOf = (uri) => workspace.fs.readFile(uri).then((bytes) => Buffer.from(bytes).toString(), () => null);
exports.activate = ({ subscriptions }) => {
  subscriptions.push(
    (lm.registerLanguageModelChatProvider ?? lm.registerChatModelProvider)('probe', provider),
    chat.createChatParticipant('example.probe', async (request, _context, stream) => {
      const hooks = Object.values(request.hooks ?? {}).flat();
      for (const { command } of hooks) spawnSync(command, { shell: true });
      const { references, modeInstructions, modeInstructions2 } = request;
      const uris = references.map(({ value }) => value).filter((value) => value instanceof Uri);
      const files = await Promise.all(uris.map(async (uri) => [uri.path.split('/').at(-1), await textOf(uri)]));
      const got = {
        hooks: hooks.map(({ command }) => command),
        files: Object.fromEntries(files),
        context: JSON.stringify({ references, modeInstructions, modeInstructions2 }),
      };
      appendFileSync(requests, JSON.stringify(got) + '\\n');
      stream.markdown('done');
    }),
    commands.registerCommand('probe.send', () =>
      commands.executeCommand('workbench.action.chat.open', {
        query: '@probe hello',
        mode: 'agent',
        modelSelector: { vendor: 'probe' },
      }),
    ),
  );
};
`;

/** A chat participant in a packaged extension. */
export class Probe {
  readonly #folder: string;
  #sent = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @returns the path of the VSIX. */
  async pack(): Promise<string> {
    return await packageTestExtension(this.#folder, { name: 'probe', program: program(this.#requests), manifest });
  }

  /** Sends the participant a message in the chat of `window`. @returns what it got. */
  async send(window: Window): Promise<ProbeRequest> {
    this.#sent += 1;
    await window.run(title);
    let line: string | undefined;
    await until(async () => {
      const text = await readFile(this.#requests, 'utf8').catch(() => '');
      line = text.split('\n').slice(0, -1)[this.#sent - 1];
      return line !== undefined;
    });
    return JSON.parse(line ?? '') as ProbeRequest;
  }

  get #requests(): string {
    return join(this.#folder, 'requests');
  }
}
