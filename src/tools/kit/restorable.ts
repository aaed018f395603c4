import type { ToolCheckout } from './place.ts';
import type { ToolServices } from './services.ts';

/** Runs `change`, which replaces the drafts of `paths`. The user can restore them afterwards. */
export async function restorable(
  { keepUndo }: Pick<ToolServices, 'keepUndo'>,
  { checkout }: Pick<ToolCheckout, 'checkout'>,
  paths: readonly string[],
  change: () => Promise<void>,
): Promise<void> {
  const undo = await checkout.drafts.remember(paths);
  await change();
  if (undo !== undefined) await keepUndo(undo);
}
