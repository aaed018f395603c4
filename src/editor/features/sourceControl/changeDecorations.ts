import { EventEmitter, FileDecoration, l10n, ThemeColor, type FileDecorationProvider, type Uri } from 'vscode';
import { baseName } from '../../../core/path.ts';
import type { Change } from '../../../domain/sourceControl/drafts/draft.ts';
import { isIgnoredDraft } from '../../../domain/sourceControl/drafts/ignoredDrafts.ts';
import type { CheckoutRegistry } from '../../../domain/sourceControl/workingTree/checkoutRegistry.ts';
import type { Lifetime } from '../../kit/lifetime.ts';
import { fileAddressOf } from '../../kit/uri.ts';
import { isOf, uriAt } from './place.ts';
import { stateOf } from './rows.ts';

export function changeDecorations(checkouts: CheckoutRegistry, lifetime: Lifetime): FileDecorationProvider {
  const changed = lifetime.add(new EventEmitter<Uri[] | undefined>());
  lifetime.add(
    checkouts.onDidChange(({ checkout, paths }) =>
      // New rules can concern any file.
      changed.fire(
        paths.some((path) => baseName(path) === '.gitignore') ? undefined : paths.map((path) => uriAt(checkout, path)),
      ),
    ),
  );
  return {
    onDidChangeFileDecorations: changed.event,
    provideFileDecoration: async (uri) => {
      // A row of a list has its own mark.
      const address = uri.fragment === '' ? fileAddressOf(uri) : undefined;
      const checkout = address && checkouts.all().find((one) => isOf(address, one));
      const change = checkout?.drafts.effective(address?.path ?? '');
      if (checkout === undefined || change === undefined || change.kind === 'folder') return undefined;
      const rules = checkout.workingTree.rules.now({ priority: 'background' });
      if (await isIgnoredDraft(checkout.drafts, rules, change).catch(() => false))
        return new FileDecoration(undefined, l10n.t('Ignored'), colorOf('ignored'));
      const [letter, color] = markOf(change);
      const decoration = new FileDecoration(letter, stateOf(change), colorOf(color));
      decoration.propagate = change.kind !== 'removed';
      return decoration;
    },
  };
}

const colorOf = (color: string): ThemeColor => new ThemeColor(`gitDecoration.${color}ResourceForeground`);

function markOf({ kind, base, from, conflict }: Change): readonly [letter: string, color: string] {
  if (conflict !== undefined) return ['!', 'conflicting'];
  if (kind === 'removed') return ['D', 'deleted'];
  if (from !== undefined) return ['R', 'renamed'];
  return base === undefined ? ['A', 'added'] : ['M', 'modified'];
}
