import { lazily } from '../../../core/async.ts';
import type { Connections } from '../../../domain/hosts/connections.ts';
import { ContextKey } from '../../kit/contextKey.ts';
import type { FilesLayout } from '../../kit/rows/changes/filesLayout.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import type { Services } from '../../services/services.ts';
import type { HistoryContent } from './historyContent.ts';
import { rootNode, type Children } from '../../kit/tree/node.ts';
import { View } from '../../kit/tree/view.ts';

export class HistoryView extends Lifetime {
  readonly view: View;
  readonly load: () => Promise<HistoryContent>;

  constructor(layout: FilesLayout, connections: Connections, loadRows: Services['load']) {
    super();
    const noCommits = new ContextKey<boolean>('sourcehost.noCommits');
    const onEmpty = (empty: boolean): void => void noCommits.set(empty);
    this.view = this.add(new View('sourcehost.history', rootNode('', undefined), { onEmpty }));
    this.load = lazily(async () => {
      const code = await loadRows();
      return new code.HistoryContent(this.view, layout, connections);
    });
  }

  async show(children: Children, subject: string): Promise<void> {
    await (await this.load()).show(children, subject);
  }
}
