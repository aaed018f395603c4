import { EventEmitter, FileDecoration, l10n, ThemeColor, type FileDecorationProvider, type Uri } from 'vscode';
import { baseName } from '../../../core/path.ts';
import type { Change } from '../../../domain/sourceControl/drafts/draft.ts';
import { isIgnoredDraft } from '../../../domain/sourceControl/drafts/ignoredDrafts.ts';
import type { CheckoutRegistry } from '../../../domain/sourceControl/workingTree/checkoutRegistry.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { fileAddressOf } from '../../kit/uri.ts';
import { isOf, uriAt } from './place.ts';
import { stateOf } from './rows.ts';

export class ChangeDecorations extends Lifetime implements FileDecorationProvider {
  readonly #checkouts: CheckoutRegistry;
  readonly #changed = this.add(new EventEmitter<Uri[] | undefined>());

  constructor(checkouts: CheckoutRegistry) {
    super();
    this.#checkouts = checkouts;
    this.add(
      checkouts.onDidChange(({ checkout, paths }) =>
        // New rules can concern any file.
        this.#changed.fire(paths.some(isRules) ? undefined : paths.map((path) => uriAt(checkout, path))),
      ),
    );
  }

  readonly onDidChangeFileDecorations = this.#changed.event;

  async provideFileDecoration(uri: Uri): Promise<FileDecoration | undefined> {
    // A row of a list has its own mark.
    const address = uri.fragment === '' ? fileAddressOf(uri) : undefined;
    const checkout = address && this.#checkouts.all().find((one) => isOf(address, one));
    const change = checkout?.drafts.effective(address?.path ?? '');
    if (checkout === undefined || change === undefined || change.kind === 'folder') return undefined;
    const rules = checkout.workingTree.rules.now({ priority: 'background' });
    if (await isIgnoredDraft(checkout.drafts, rules, change).catch(() => false))
      return new FileDecoration(
        undefined,
        l10n.t('Ignored'),
        new ThemeColor('gitDecoration.ignoredResourceForeground'),
      );
    const [letter, color] = markOf(change);
    const decoration = new FileDecoration(letter, stateOf(change), new ThemeColor(`gitDecoration.${color}`));
    decoration.propagate = change.kind !== 'removed';
    return decoration;
  }
}

const isRules = (path: string): boolean => baseName(path) === '.gitignore';

function markOf({ kind, base, from, conflict }: Change): readonly [letter: string, color: string] {
  if (conflict !== undefined) return ['!', 'conflictingResourceForeground'];
  if (kind === 'removed') return ['D', 'deletedResourceForeground'];
  if (from !== undefined) return ['R', 'renamedResourceForeground'];
  return base === undefined ? ['A', 'addedResourceForeground'] : ['M', 'modifiedResourceForeground'];
}
