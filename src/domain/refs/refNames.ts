import { isFailure } from '../../core/errors.ts';
import { isSha } from '../objects/gitSha.ts';
import { inApi, type RequestOptions, type Source } from '../hosts/source.ts';
import type { Tree, Trees } from '../objects/trees.ts';

/** Number of requests that a search may still send. Each request decrements it. */
export interface Allowance {
  left: number;
}

export interface NameQuestion {
  readonly source: Source;
  /** The name in the request: `v1` or `refs/tags/v1`. */
  readonly name: string;
  readonly control: string | undefined;
  readonly allowance: Allowance;
  readonly options: RequestOptions;
}

/** `tree`: the root folder, if the reply has it. `unknown`: the reply proves nothing. */
export type NameAnswer = { readonly exists: true; readonly tree?: Tree } | 'absent' | 'unknown';

/** Observed behaviour of one operation: whether it accepts tag names, and whether it rejects names without a ref. */
interface Habit {
  takesTags?: boolean | undefined;
  refusesUnknown?: boolean | undefined;
}

type Reply = Tree | 'exists' | 'missing' | 'unclear';

const noRef = 'no-such-ref-7d1f0c5e';
/** A file name that no repository has, so that the list of paths is empty. */
const noFile = 'no-such-file-7d1f0c5e';

/**
 * Whether a ref exists, by GET …/git/trees/{name} and GET …/file_list. Some services refuse tags there, or return the
 * default branch for an unknown ref, so a reply counts only after a probe: an existing tag, or an impossible name.
 */
export class RefNames {
  readonly #trees: Trees;
  readonly #behaviours = new Map<string, Habit>();

  constructor(trees: Trees) {
    this.#trees = trees;
  }

  /** Whether `name` is a ref, with its root folder if the service serves trees by name. At most four requests. */
  async ask(question: NameQuestion): Promise<NameAnswer> {
    const byTree = await this.askForTree(question);
    if (byTree !== 'unknown') return byTree;
    return await this.#answer('paths', question, (name, control) => this.#askPaths(question, control ?? name));
  }

  /** As `ask`, but only with the tree operation. At most two requests. */
  async askForTree(question: NameQuestion): Promise<NameAnswer> {
    return await this.#answer('trees', question, (name, control) =>
      control === undefined ? this.#askTree(question, name) : this.#askFirstEntry(question, control),
    );
  }

  async #answer(
    operation: 'trees' | 'paths',
    { name, control, allowance }: NameQuestion,
    send: (name: string, control?: string) => Promise<Reply>,
  ): Promise<NameAnswer> {
    const prefix = name.startsWith('refs/tags/') ? 'refs/tags/' : '';
    const key = `${operation} ${prefix}`;
    const behaviour = this.#behaviours.get(key) ?? {};
    this.#behaviours.set(key, behaviour);
    if (behaviour.takesTags === false || behaviour.refusesUnknown === false || allowance.left <= 0) return 'unknown';
    allowance.left -= 1;
    const reply = await send(name);
    if (reply === 'unclear') return 'unknown';
    const probe = async (existingTag: string): Promise<boolean | undefined> => {
      if (allowance.left <= 0) return undefined;
      allowance.left -= 1;
      const answer = await send(name, existingTag);
      return answer === 'unclear' ? undefined : answer !== 'missing';
    };
    if (reply === 'missing') {
      if (control !== undefined) behaviour.takesTags ??= await probe(control);
      return behaviour.takesTags === true ? 'absent' : 'unknown';
    }
    behaviour.refusesUnknown ??= not(await probe(prefix + noRef));
    if (behaviour.refusesUnknown !== true) return 'unknown';
    return reply !== 'exists' && isSha(reply.sha) ? { exists: true, tree: reply } : { exists: true };
  }

  async #askTree({ source, options }: NameQuestion, name: string): Promise<Reply> {
    return await replyOf(async () => {
      const tree = await this.#trees.loadNamed(source, name, options);
      return tree.entries.size === 0 ? 'missing' : tree;
    });
  }

  async #askFirstEntry({ source, options }: NameQuestion, name: string): Promise<Reply> {
    return await replyOf(async () => {
      const { api } = await source.connect();
      const page = await api.files.tree({ ...inApi(source), sha: name, page: 1, per_page: 1 }, options);
      return page.items.length === 0 ? 'missing' : 'exists';
    });
  }

  async #askPaths({ source, options }: NameQuestion, name: string): Promise<Reply> {
    return await replyOf(async () => {
      const { api } = await source.connect();
      await api.files.paths({ ...inApi(source), ref_name: name, file_name: noFile }, options);
      return 'exists';
    });
  }
}

const not = (value: boolean | undefined): boolean | undefined => (value === undefined ? undefined : !value);

async function replyOf(send: () => Promise<Reply>): Promise<Reply> {
  try {
    return await send();
  } catch (error) {
    if (isFailure(error, 'missing', 'invalid', 'refused')) return 'missing';
    if (isFailure(error, 'broken', 'unreadable')) return 'unclear';
    throw error;
  }
}
