import { isFailure } from '../../core/errors.ts';
import { isSha } from '../objects/gitSha.ts';
import { inApi, type RequestOptions, type Source } from '../hosting/source.ts';
import type { Tree, Trees } from '../objects/trees.ts';

/** Requests that a search may still send; each one takes one away. */
export interface Allowance {
  left: number;
}

/** What is asked about one name. */
export interface NameQuestion {
  readonly source: Source;
  /** As sent to the service: `v1`, or `refs/tags/v1`. */
  readonly name: string;
  /** A tag that the repository has, in the same form; undefined: none is known. */
  readonly control: string | undefined;
  readonly allowance: Allowance;
  readonly asking: RequestOptions;
}

/** `tree`: the root folder, where it was answered. `unknown`: the service's answer proves nothing. */
export type NameAnswer = { readonly exists: true; readonly tree?: Tree } | 'absent' | 'unknown';

/** What was learned of one operation: whether it takes names of tags, and whether it refuses what is no ref. */
interface Habit {
  takesTags?: boolean | undefined;
  refusesUnknown?: boolean | undefined;
}

type Reply = Tree | 'exists' | 'missing' | 'unclear';

/** No repository has a ref of this name. */
const noRef = 'no-such-ref-7d1f0c5e';
/** No file has this name: a list of paths stays empty. */
const noFile = 'no-such-file-7d1f0c5e';

/**
 * Asks a service about a ref by its name: GET …/git/trees/{name}, and GET …/file_list with `ref_name`. The API does not
 * say that these take tags, and some services answer with the default branch for an unknown ref. So an answer counts
 * only where the service answers rightly for a tag that exists, or for a name that cannot exist. This is asked once.
 */
export class RefNames {
  readonly #trees: Trees;
  readonly #habits = new Map<string, Habit>();

  constructor(trees: Trees) {
    this.#trees = trees;
  }

  /** Whether `name` is a ref, with its root folder where the service answers trees by name. At most four requests. */
  async ask(question: NameQuestion): Promise<NameAnswer> {
    const byTree = await this.askForTree(question);
    if (byTree !== 'unknown') return byTree;
    return await this.#answer('paths', question, (name, control) => this.#askPaths(question, control ?? name));
  }

  /** As `ask`, by the tree alone. At most two requests. */
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
    const habit = this.#habits.get(key) ?? {};
    this.#habits.set(key, habit);
    if (habit.takesTags === false || habit.refusesUnknown === false || allowance.left <= 0) return 'unknown';
    allowance.left -= 1;
    const reply = await send(name);
    if (reply === 'unclear') return 'unknown';
    const probe = async (known: string): Promise<boolean | undefined> => {
      if (allowance.left <= 0) return undefined;
      allowance.left -= 1;
      const answer = await send(name, known);
      return answer === 'unclear' ? undefined : answer !== 'missing';
    };
    if (reply === 'missing') {
      if (control !== undefined) habit.takesTags ??= await probe(control);
      return habit.takesTags === true ? 'absent' : 'unknown';
    }
    habit.refusesUnknown ??= not(await probe(prefix + noRef));
    if (habit.refusesUnknown !== true) return 'unknown';
    return reply !== 'exists' && isSha(reply.sha) ? { exists: true, tree: reply } : { exists: true };
  }

  async #askTree({ source, asking }: NameQuestion, name: string): Promise<Reply> {
    return await replyOf(async () => {
      const tree = await this.#trees.loadNamed(source, name, asking);
      return tree.entries.size === 0 ? 'missing' : tree;
    });
  }

  async #askFirstEntry({ source, asking }: NameQuestion, name: string): Promise<Reply> {
    return await replyOf(async () => {
      const { api } = await source.connect();
      const page = await api.files.tree({ ...inApi(source), sha: name, page: 1, per_page: 1 }, asking);
      return page.items.length === 0 ? 'missing' : 'exists';
    });
  }

  async #askPaths({ source, asking }: NameQuestion, name: string): Promise<Reply> {
    return await replyOf(async () => {
      const { api } = await source.connect();
      await api.files.paths({ ...inApi(source), ref_name: name, file_name: noFile }, asking);
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
