import { ConfigurationTarget, workspace, type Event, type Uri } from 'vscode';
import { isObject } from '../../core/text.ts';
import type { CommitMethod } from '../../domain/sourceControl/commit/commitPlan.ts';
import type { SettingName } from './contributions.ts';

export interface HttpSettings {
  readonly proxy: string | undefined;
  readonly noProxy: readonly string[];
  readonly strictSSL: boolean;
  readonly proxyAuthorization: string | undefined;
  /** `off`: the editor uses no proxy itself. */
  readonly proxySupport: string;
}

/** Reads all settings. The code that uses a value validates it, because users can write any value. */
export class Settings {
  readonly #section = 'sourcehost';

  /** Fires with a test for the changed setting: `affects('hosts')`. */
  onDidChange(listener: (affects: (name: SettingName | 'http') => boolean) => void): ReturnType<Event<unknown>> {
    return workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration(this.#section) && !event.affectsConfiguration('http')) return;
      listener((name) => event.affectsConfiguration(name === 'http' ? name : `${this.#section}.${name}`));
    });
  }

  /** The setting `sourcehost.<name>`; undefined if it has neither a value nor a default. */
  get(name: SettingName): unknown {
    return workspace.getConfiguration(this.#section).get(name);
  }

  number(name: SettingName, fallback: number): number {
    const value = this.get(name);
    return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : fallback;
  }

  text(name: SettingName): string | undefined {
    const value = this.get(name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  }

  /** The value of the user settings, regardless of workspace settings. */
  user(name: SettingName): unknown {
    return workspace.getConfiguration(this.#section).inspect(name)?.globalValue;
  }

  /** The setting `workbench.editorAssociations`: types of editors by glob. */
  editorAssociations(): Readonly<Record<string, unknown>> {
    const value: unknown = workspace.getConfiguration('workbench').get('editorAssociations');
    return isObject(value) ? value : {};
  }

  commitMethod(): CommitMethod {
    const method = this.text('commit.method');
    return method === 'rest' || method === 'git' ? method : 'auto';
  }

  async set(name: SettingName, value: unknown): Promise<void> {
    await workspace.getConfiguration(this.#section).update(name, value, ConfigurationTarget.Global);
  }

  toolSets(): readonly string[] {
    const sets: unknown = this.get('tools.sets');
    return Array.isArray(sets) ? sets.filter((one) => typeof one === 'string') : [];
  }

  /** Whether the editor agrees to the tools of language models in place of the user. Older versions have another name. */
  approvesTools(): boolean {
    const tools = workspace.getConfiguration('chat.tools');
    return ['global.autoApprove', 'autoApprove'].some((name) => {
      const value = tools.get<unknown>(name);
      return value === true || (isObject(value) && Object.values(value).includes(true));
    });
  }

  /** Whether git opens repositories outside of the workspace without a question. */
  gitOpensAll(): boolean {
    return workspace.getConfiguration('git').get('openRepositoryInParentFolders') === 'always';
  }

  /** Whether the editor reads a file without a byte order mark as UTF-8. */
  readsUtf8(uri: Uri): boolean {
    const files = workspace.getConfiguration('files', { uri, languageId: 'markdown' });
    return files.get('encoding') === 'utf8' && files.get('autoGuessEncoding') !== true;
  }

  /** The changes that the editor itself makes to a text when it saves it. */
  trimming(uri: Uri): { readonly trimsLines: boolean; readonly trimsEnd: boolean } {
    const files = workspace.getConfiguration('files', { uri, languageId: 'markdown' });
    const on = (name: string): boolean => files.get(name) === true;
    return {
      trimsLines: on('trimTrailingWhitespace'),
      trimsEnd: on('insertFinalNewline') || on('trimFinalNewlines') || on('trimTrailingWhitespace'),
    };
  }

  http(): HttpSettings {
    const http = workspace.getConfiguration('http');
    return {
      proxy: http.get<string>('proxy') || undefined,
      noProxy: http.get<string[]>('noProxy') ?? [],
      strictSSL: http.get<boolean>('proxyStrictSSL') ?? true,
      proxyAuthorization: http.get<string>('proxyAuthorization') || undefined,
      proxySupport: http.get<string>('proxySupport') ?? 'override',
    };
  }
}
