import { oneOf } from '../../api/contract/field.ts';
import { inBackground, openRepository } from '../kit/place.ts';
import { cursorFields, placeFields, readTool } from '../kit/tool.ts';
import { pageOf } from './pageRows.ts';

interface NamedRef {
  readonly name: string;
  readonly commit?: { readonly sha?: string | undefined; readonly id?: string | undefined } | undefined;
}

const record = ({ name, commit }: NamedRef) => ({ name, commit: commit?.sha ?? commit?.id ?? '' });

export const listRefs = readTool({
  name: 'sourcehost_list_refs',
  title: 'List Branches or Tags',
  description: 'Lists branches, the latest change first, or tags.',
  fields: { ...placeFields, type: oneOf('branch', 'tag'), ...cursorFields },
  record: ['name', 'commit'],
  async run(services, { type, cursor, ...input }, signal) {
    const { api, at, title } = await openRepository(services, input);
    const row = (ref: NamedRef): string => `${record(ref).commit} ${ref.name}`.trim();
    const options = inBackground(signal);
    const newest = { ...at, sort: 'updated', direction: 'desc' } as const;
    const page =
      type === 'branch'
        ? await pageOf(
            cursor,
            async (paging) => await api.branches.list({ ...newest, ...paging }, options),
            row,
            record,
          )
        : await pageOf(cursor, async (paging) => await api.tags.list({ ...at, ...paging }, options), row, record);
    return { summary: `${page.entries.length} ${type === 'branch' ? 'branches' : 'tags'} of ${title}`, ...page };
  },
});
