import { l10n } from 'vscode';
import type { Fetch } from '../../../api/http/fetch.ts';
import { isSafe } from '../../../api/http/origin.ts';
import { cancelled, isFailure, toFailure } from '../../../core/errors.ts';
import type { Host } from '../../../domain/hosts/hosts.ts';
import {
  checkApi,
  checkSignInPages,
  propose,
  readWebAddress,
  type Proposal,
} from '../../../domain/session/hostCheck.ts';
import {
  checkEntry,
  hostFromSettings,
  type HostEntry,
  type PartialEntry,
} from '../../../domain/session/hostSettings.ts';
import { explain } from '../../kit/messages/explain.ts';
import { askAll, confirm, type Prompt, type Question } from '../../kit/prompts/prompt.ts';
import type { HostForm, Hosts } from '../../kit/hosts.ts';

/** Adds hosts: asks for the web address, proposes API roots for it, checks them and writes the setting. */
export class HostQuestions implements HostForm {
  readonly #hosts: Hosts;
  readonly #fetch: Fetch;

  constructor(hosts: Hosts, fetch: Fetch) {
    this.#hosts = hosts;
    this.#fetch = fetch;
  }

  /** The user must confirm a change of a configured host, even for a program: it gets the later requests. */
  async add(entry: HostEntry, signal?: AbortSignal): Promise<Host> {
    const { apiUrl, authUrl } = hostFromSettings(entry);
    await Promise.all([checkApi(this.#fetch, apiUrl, signal), checkSignInPages(this.#fetch, authUrl, signal)]);
    return await this.#addAgreed(entry);
  }

  async #addAgreed(entry: HostEntry): Promise<Host> {
    const next = checkEntry(entry);
    const now = this.#hosts.get(next.id);
    if (now !== undefined && JSON.stringify(now) !== JSON.stringify(next)) await this.#askToReplace(now, next);
    return await this.#hosts.add(entry);
  }

  async #askToReplace(now: Host, next: Host): Promise<void> {
    const addresses = (host: Host): readonly [string, string, string] => [host.apiUrl, host.authUrl, host.webUrl];
    await confirm(
      l10n.t('Replace the host {0} ({1})?', now.name, now.id),
      [
        l10n.t('Now: API {0}, sign-in {1}, web {2}.', ...addresses(now)),
        l10n.t('Then: API {0}, sign-in {1}, web {2}.', ...addresses(next)),
        l10n.t('Signed-in accounts keep the addresses that they signed in at.'),
      ].join('\n'),
      l10n.t('Replace'),
    );
  }

  /** `back`: the first question has a back button, which rejects with `Back`. */
  async ask(preset: PartialEntry = {}, back = false): Promise<Host> {
    const entry: { -readonly [Field in keyof PartialEntry]: PartialEntry[Field] } = { ...preset };
    let proposal: Proposal | undefined;
    let apiUrl = preset.apiUrl;
    const questions: Question<unknown>[] = [];
    const step = (ask: (prompt: Prompt) => Promise<unknown>): void => void questions.push({ ask, use: () => {} });
    const taken = this.#hosts.all().map(({ id }) => id);
    step(async (prompt) => {
      const address = await this.#webAddress(prompt, entry.webUrl ?? preset.apiUrl);
      proposal = propose(address, preset.id === undefined ? taken : []);
      entry.webUrl = proposal.webUrl;
      apiUrl = preset.apiUrl ?? (await this.#likeliest(proposal.apiUrls));
    });
    step(async (prompt) => {
      const text = l10n.t('Root of the API, without /api/v5');
      entry.apiUrl = await this.#root(prompt, text, apiUrl ?? '', (root, signal) =>
        checkApi(this.#fetch, root, signal),
      );
      apiUrl = entry.apiUrl;
    });
    step(async (prompt) => {
      const text = l10n.t('Root of the sign-in pages, without /oauth');
      const before = entry.authUrl ?? proposal?.authUrl ?? '';
      entry.authUrl = await this.#root(prompt, text, before, (root, signal) =>
        checkSignInPages(this.#fetch, root, signal),
      );
    });
    step(async (prompt) => {
      entry.name = await prompt.input({
        prompt: l10n.t('Display name of the host'),
        value: entry.name ?? proposal?.name ?? '',
        validate: (value) => (value.trim() === '' ? l10n.t('Enter a value.') : undefined),
      });
    });
    await askAll(l10n.t('Add a Host'), (index) => questions[index], { back, of: questions.length });
    const { name = '', apiUrl: api = '', authUrl = '', id = proposal?.id ?? '' } = entry;
    return await this.#addAgreed({ ...entry, id, name: name.trim(), apiUrl: api, authUrl });
  }

  async #webAddress(prompt: Prompt, value = ''): Promise<URL> {
    const text = await prompt.input({
      prompt: l10n.t('Web address of the host'),
      placeholder: 'https://git.example.org',
      value,
      validate: (typed) => {
        const url = readWebAddress(typed);
        if (typed.trim() !== '' && url === undefined) return l10n.t('Enter a web address.');
        return url === undefined || isSafe(url)
          ? undefined
          : l10n.t('Use an https URL: http is allowed for this computer only.');
      },
      check: (typed) =>
        Promise.resolve(readWebAddress(typed) === undefined ? l10n.t('Enter a web address.') : undefined),
    });
    const url = readWebAddress(text);
    if (url === undefined) throw cancelled();
    return url;
  }

  /** The first root that responds like this API, else the first root; undefined if there is none. */
  async #likeliest(roots: readonly string[]): Promise<string | undefined> {
    const answers = await Promise.allSettled(roots.map((root) => checkApi(this.#fetch, root)));
    return roots.find((_, index) => answers[index]?.status === 'fulfilled') ?? roots[0];
  }

  /** Asks for an address and checks it. Entering the same one again accepts it although the check failed. */
  async #root(
    prompt: Prompt,
    text: string,
    value: string,
    check: (root: string, signal: AbortSignal) => Promise<unknown>,
  ): Promise<string> {
    let failed: string | undefined;
    const entered = await prompt.input({
      prompt: text,
      value,
      placeholder: 'https://api.example.org',
      validate: (typed) =>
        typed.trim() !== '' && URL.canParse(typed.trim()) && !isSafe(new URL(typed.trim()))
          ? l10n.t('Use an https URL: http is allowed for this computer only.')
          : undefined,
      check: async (typed, signal) => {
        if (!URL.canParse(typed.trim())) return l10n.t('Enter a web address.');
        if (typed === failed) return undefined;
        try {
          await check(rootOf(typed), signal);
          return undefined;
        } catch (error) {
          if (isFailure(error, 'cancelled')) return undefined;
          failed = typed;
          return l10n.t('{0} Press Enter again to keep this address.', explain(toFailure(error)));
        }
      },
    });
    return rootOf(entered);
  }
}

function rootOf(typed: string): string {
  const address = typed.trim();
  const { apiUrl } = hostFromSettings({
    id: '',
    name: '',
    apiUrl: address.replace(/\/oauth\/*$/, ''),
    authUrl: address,
  });
  return apiUrl;
}
