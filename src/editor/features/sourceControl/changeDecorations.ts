import { EventEmitter, FileDecoration, ThemeColor, type FileDecorationProvider, type Uri } from 'vscode';
import type { Change } from '../../../domain/sourceControl/drafts/draft.ts';
import type { CheckoutRegistry } from '../../../domain/sourceControl/workingTree/checkoutRegistry.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { fileAddressOf } from '../../kit/uri.ts';
import { isOf, uriAt } from './place.ts';
import { stateOf } from './rows.ts';

export class ChangeDecorations extends Lifetime implements FileDecorationProvider {
  readonly #checkouts: CheckoutRegistry;
  readonly #changed = this.add(new EventEmitter<Uri[]>());

  constructor(checkouts: CheckoutRegistry) {
    super();
    this.#checkouts = checkouts;
    this.add(
      checkouts.onDidChange(({ checkout, paths }) => this.#changed.fire(paths.map((path) => uriAt(checkout, path)))),
    );
  }

  readonly onDidChangeFileDecorations = this.#changed.event;

  provideFileDecoration(uri: Uri): FileDecoration | undefined {
    const address = fileAddressOf(uri);
    const checkout = address && this.#checkouts.all().find((one) => isOf(address, one));
    const change = checkout?.drafts.effective(address?.path ?? '');
    if (change === undefined || change.kind === 'folder') return undefined;
    const [letter, color] = markOf(change);
    const decoration = new FileDecoration(letter, stateOf(change), new ThemeColor(`gitDecoration.${color}`));
    decoration.propagate = change.kind !== 'removed';
    return decoration;
  }
}

function markOf({ kind, base, from, conflict }: Change): readonly [letter: string, color: string] {
  if (conflict !== undefined) return ['!', 'conflictingResourceForeground'];
  if (kind === 'removed') return ['D', 'deletedResourceForeground'];
  if (from !== undefined) return ['R', 'renamedResourceForeground'];
  return base === undefined ? ['A', 'addedResourceForeground'] : ['M', 'modifiedResourceForeground'];
}
