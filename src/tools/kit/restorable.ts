import type { Change } from '../../domain/sourceControl/drafts/draft.ts';
import type { ToolCheckout } from './place.ts';
import type { ToolServices } from './services.ts';

/** Drafts by path, without links; undefined: there is none. */
export type DraftsByPath = ReadonlyMap<string, Change | undefined>;

/** `change` replaces the drafts `seen`, no newer ones. Returns the skipped paths; the user can restore the others. */
export async function restorable(
  { keepUndo }: Pick<ToolServices, 'keepUndo'>,
  { checkout }: Pick<ToolCheckout, 'checkout'>,
  seen: DraftsByPath,
  change: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const undo = await checkout.drafts.remember([...seen.keys()]);
  const skipped = await change();
  if (undo !== undefined) await keepUndo(() => undo(skipped));
  return skipped;
}
