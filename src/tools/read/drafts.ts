import { draftDiff } from '../kit/drafts.ts';
import { gather } from '../kit/output.ts';
import { openFiles, type ToolCheckout } from '../kit/place.ts';
import { cursorFields, readTool, refFields } from '../kit/tool.ts';

export const showDrafts = readTool({
  name: 'sourcehost_show_drafts',
  title: 'Show Drafts',
  description: 'Shows the drafts of a branch as unified diffs.',
  fields: { ...refFields, ...cursorFields },
  async run(services, input, signal) {
    const opened = await openFiles(services, input, signal);
    const { checkout, title } = opened;
    if (checkout === undefined) return { summary: `${title} has no drafts: it is no branch`, entries: [] };
    const count = checkout.drafts.effectiveBelow('').length;
    const rows = draftLines({ ...opened, checkout }, signal);
    return { summary: `${count} drafts of ${title}`, ...(await gather(rows, input.cursor)) };
  },
});

async function* draftLines(opened: ToolCheckout, signal: AbortSignal): AsyncGenerator<string, void, void> {
  const changes = opened.checkout.drafts.effectiveBelow('');
  // The difference of a moved file names its old path.
  const moved = new Set(changes.map(({ from }) => from));
  for (const change of changes)
    if (change.kind !== 'removed' || !moved.has(change.path))
      yield* (await draftDiff(opened, change, signal)).split('\n');
}
