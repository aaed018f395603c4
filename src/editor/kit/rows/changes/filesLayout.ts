import type { Memento } from 'vscode';
import { Emitter, type Disposable, type Event } from '../../../../core/emitter.ts';
import { ContextKey } from '../../contextKey.ts';

const asTreeKey = 'comparisonsAsTree';

/** The key of the lists of files outside of the view History: see `Node.list`. */
export const filesList = 'files';

/** How the views show the files of comparisons: in their folders, or as a list. */
export class FilesLayout implements Disposable {
  readonly #memory: Memento;
  readonly #asTree = new ContextKey<boolean>('sourcehost.comparisonsAsTree');
  readonly #changed = new Emitter<void>();
  #marks: Disposable | undefined;

  constructor(memory: Memento) {
    this.#memory = memory;
  }

  readonly onDidChange: Event<void> = this.#changed.event;

  get isTree(): boolean {
    return this.#memory.get(asTreeKey) === true;
  }

  async set(asTree: boolean): Promise<void> {
    await this.#memory.update(asTreeKey, asTree);
    await this.#asTree.set(asTree);
    this.#changed.fire();
  }

  /** Called before files are shown. `registerMarks` is called once. */
  async show(registerMarks: () => Disposable): Promise<void> {
    this.#marks ??= registerMarks();
    await this.#asTree.set(this.isTree);
  }

  dispose(): void {
    this.#marks?.dispose();
    this.#changed.dispose();
  }
}
