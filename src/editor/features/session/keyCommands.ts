import * as v from 'valibot';
import { l10n, type Memento } from 'vscode';
import { filledText, publicKey } from '../../../api/contract/field.ts';
import type { Api } from '../../../api/client/client.ts';
import type { SshKey } from '../../../api/record/user.ts';
import type { CallOptions } from '../../../api/http/send.ts';
import { isFailure } from '../../../core/errors.ts';
import { readStored, storedList, storedMap } from '../../../core/storage.ts';
import type { Connection } from '../../../domain/hosts/connections.ts';
import { createOnce } from '../../../domain/hosts/creations.ts';
import type { HostFeatures } from '../../../domain/hosts/hostFeatures.ts';
import { webAddressOf } from '../../../domain/hosts/webAddress.ts';
import { hostPage } from '../../../domain/pages/target.ts';
import { parsePublicKey } from '../../../core/publicKey.ts';
import { describeKey } from '../../../domain/session/sshKey.ts';
import { recordId } from '../../kit/arguments.ts';
import type { Ask } from '../../kit/command.ts';
import { formatAgo } from '../../kit/messages/format.ts';
import type { Choice } from '../../kit/prompts/question.ts';
import { inform } from '../../kit/prompts/prompt.ts';
import { confirmCurrent } from '../../kit/commands/confirmCurrent.ts';
import { askText } from '../../kit/commands/ask.ts';
import { atHost, onHost } from '../../kit/commands/declare.ts';
import type { Pages } from '../../pages/register.ts';

/** Reads the public keys of this computer: file names and texts. */
export type PublicKeys = () => Promise<readonly { readonly file: string; readonly text: string }[]>;

const AddedKey = v.object({ id: v.string(), title: v.string() });
type AddedKey = v.InferOutput<typeof AddedKey>;

const memory = 'sourcehost.keys';
const Stored = storedMap(storedList(AddedKey));

/** Keys that were added from here, by host: not every host lists keys. */
class AddedKeys {
  readonly #state: Memento;

  constructor(state: Memento) {
    this.#state = state;
  }

  at(host: string): readonly AddedKey[] {
    return this.#all.get(host) ?? [];
  }

  async add(host: string, key: AddedKey): Promise<void> {
    await this.#write(host, [...this.at(host).filter(({ id }) => id !== key.id), key]);
  }

  async remove(host: string, id: string): Promise<void> {
    await this.#write(
      host,
      this.at(host).filter((key) => key.id !== id),
    );
  }

  get #all(): ReadonlyMap<string, readonly AddedKey[]> {
    return readStored(Stored, this.#state.get(memory)) ?? new Map();
  }

  async #write(host: string, keys: readonly AddedKey[]): Promise<void> {
    await this.#state.update(memory, { ...Object.fromEntries(this.#all), [host]: keys });
  }
}

const askTitle: Ask<string> = async (prompt, args, invocation) => {
  const key = await describeKey(String(args.key));
  return await askText(() => ({ prompt: l10n.t('Title of the key'), value: key?.comment ?? '' }))(
    prompt,
    args,
    invocation,
  );
};

const askKey =
  (publicKeys: PublicKeys): Ask<string> =>
  async (prompt) => {
    const files = await publicKeys();
    const described = await Promise.all(
      files.map(async ({ file, text }) => {
        const key = await describeKey(text);
        return key === undefined
          ? []
          : [{ label: file, description: key.type, detail: key.fingerprint, value: text.trim() }];
      }),
    );
    return await prompt.pick({
      placeholder: l10n.t('Select a public key file, or paste a key'),
      items: described.flat(),
      typed: (typed) =>
        parsePublicKey(typed) !== undefined ? { label: l10n.t('The pasted key'), value: typed.trim() } : undefined,
    });
  };

/** The keys of the account as choices; where the host does not list them, those that were added from here. */
async function* keysOf(
  connection: Connection,
  added: AddedKeys,
  features: HostFeatures,
  options: CallOptions,
): AsyncGenerator<readonly Choice<string>[]> {
  const { host } = connection;
  const pages = connection.api.ownKeys.list.all({}, options).pages();
  try {
    for (;;) {
      const page = webAddressOf(host, '');
      const { value } = await features.call(connection, {
        operation: 'ownKeys.list',
        page,
        send: () => pages.next(),
        // The operation is about the account alone.
        find: () => Promise.resolve(),
      });
      if (value === undefined) return;
      yield value.items.map(({ id, title = '', created_at }) => ({
        label: title === '' ? id : title,
        description: [id, formatAgo(created_at)].filter(Boolean).join(' · '),
        value: id,
      }));
    }
  } catch (error) {
    if (!isFailure(error, 'unsupported')) throw error;
    yield added.at(host.id).map(({ id, title }) => ({ label: title, description: id, value: id }));
  }
}

/** The id if the key has no title, or cannot be read. */
async function titleOfKey(api: Api, id: string, options: CallOptions): Promise<string> {
  const { title = id } = await api.keys.get({ id }, options).catch(() => ({ title: id }));
  return title;
}

const askId =
  (added: AddedKeys, loadHostFeatures: () => Promise<HostFeatures>): Ask<string> =>
  async (prompt, args, invocation) => {
    const connection = await atHost(invocation, args);
    const features = await loadHostFeatures();
    return await prompt.pick({
      placeholder: l10n.t('Select a key, or type its number'),
      items: keysOf(connection, added, features, { signal: invocation.signal }),
      paged: true,
      typed: (typed) =>
        /^\w+$/.test(typed) ? { label: typed, description: l10n.t('as typed'), value: typed } : undefined,
    });
  };

export interface KeyCommandParts extends Pages {
  readonly state: Memento;
  readonly publicKeys: PublicKeys;
  readonly loadHostFeatures: () => Promise<HostFeatures>;
}

const keyCreation = (
  { api, account }: Connection,
  sent: Pick<AddedKey, 'title'> & { readonly key: string },
  signal: AbortSignal,
) => ({
  api,
  place: `${account?.id ?? ''} keys`,
  sent,
  send: () => api.keys.create(sent, { signal }),
  list: () => api.ownKeys.list.all({}, { signal }).pages(),
  id: ({ id }: SshKey) => id,
  created: ({ created_at }: SshKey) => created_at,
  fits: ({ title, key }: SshKey) =>
    title === sent.title && (key === undefined ? undefined : key.trim() === sent.key.trim()),
});

const removalFrom = (host: string) => (title: string) => ({
  message: l10n.t('Remove the key “{0}” from {1}?', title, host),
  detail: l10n.t('Git can no longer sign in with this key.'),
  action: l10n.t('Remove Key'),
});

/** Not every host lists keys, so the ids of keys that were added here are stored. */
export function keyCommands({ state, publicKeys, pages, loadHostFeatures }: KeyCommandParts) {
  const added = new AddedKeys(state);
  const id = askId(added, loadHostFeatures);
  return {
    'sourcehost.key.add': onHost({
      does: 'Adds an SSH key to the account. `key` is the text of a public key.',
      result: 'the key',
      needsAccount: true,
      fields: { key: publicKey, title: filledText },
      ask: { key: askKey(publicKeys), title: askTitle },
      run: async ({ key, title }, connection, { signal, silent, again }) => {
        const { host } = connection;
        const created = await createOnce(keyCreation(connection, { key, title }, signal), { signal, again });
        if (created?.id !== undefined) await added.add(host.id, { id: created.id, title });
        if (!silent) void inform(l10n.t('Added the key “{0}” to {1}.', title, host.name));
        return created ?? { title, key };
      },
    }),
    'sourcehost.key.show': onHost({
      does: 'Shows an SSH key of the account.',
      result: 'the key',
      needsAccount: true,
      fields: { id: recordId },
      ask: { id },
      run: async ({ id }, connection, invocation) =>
        invocation.silent
          ? await connection.api.keys.get({ id: String(id) }, { signal: invocation.signal })
          : await pages.show(hostPage(connection, 'key', String(id)), invocation),
    }),
    'sourcehost.key.remove': onHost({
      does: 'Removes an SSH key from the account.',
      needsAccount: true,
      fields: { id: recordId },
      ask: { id },
      run: async ({ id: idArgument }, { api, host }, invocation) => {
        const { signal } = invocation;
        const id = String(idArgument);
        const read = async () => await titleOfKey(api, id, { signal });
        await confirmCurrent(invocation, { read, keyOf: (title) => title, question: removalFrom(host.name) });
        await api.keys.remove({ id }, { signal });
        await added.remove(host.id, id);
      },
    }),
  };
}
