import type { Host } from '../../../domain/hosts/hosts.ts';
import { ContextKey } from '../../kit/contextKey.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import type { ToolChanges } from './toolChanges.ts';
import { deferred, rootNode } from '../../kit/tree/node.ts';
import { View } from '../../kit/tree/view.ts';
import type { Services } from '../../services/services.ts';

/** It is hidden until a tool changed something. */
export class ToolChangesView extends Lifetime {
  readonly view: View;
  readonly #changes: ToolChanges;
  readonly #hasChanges = new ContextKey<boolean>('sourcehost.hasToolChanges');

  constructor(changes: ToolChanges, host: (id: string) => Host | undefined, load: Services['load']) {
    super();
    this.#changes = changes;
    const rows = deferred(async () => (await load()).toolChangesOf(() => changes.all(), host));
    this.view = this.add(new View('sourcehost.toolChanges', rootNode('toolChanges', rows)));
    this.add(changes.onDidChange(() => this.start()));
  }

  start(): void {
    void this.#hasChanges.set(this.#changes.all().length > 0);
    this.view.refresh();
  }
}
