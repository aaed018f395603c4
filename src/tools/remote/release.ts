import { name, oneOf, optional, text } from '../../api/contract/field.ts';
import { scopeAt } from '../../domain/documents/kinds/kind.ts';
import { releaseCreation } from '../../domain/documents/kinds/release.ts';
import { createOnce } from '../../domain/hosts/creations.ts';
import { webAddress } from '../../domain/hosts/webAddress.ts';
import { pageRow, quotedName } from '../kit/fence.ts';
import { placeFields } from '../kit/inputs.ts';
import { namedBy, openCommit, openRepository, requireAccount } from '../kit/place.ts';
import { added } from '../kit/preview.ts';
import { inBackground } from '../kit/services.ts';
import { remoteTool } from '../kit/tool.ts';

export const createRelease = remoteTool({
  name: 'sourcehost_create_release',
  title: 'Create Release',
  description: 'Creates a release.',
  fields: {
    ...placeFields,
    tag_name: name,
    name,
    body: text,
    target_commitish: optional(name),
    release_status: optional(oneOf('pre', 'latest')),
  },
  texts: {
    tag_name: 'Created if missing.',
    name: 'The title.',
    body: 'Markdown.',
    target_commitish: 'Of a new tag. Default: the default branch.',
  },
  async preview(services, { repository, host, target_commitish: targetInput, ...release }, signal) {
    await requireAccount(services, { repository, host });
    const { api, at, connection, name: place, title } = await openRepository(services, { repository, host });
    const ref = targetInput ?? (await api.repositories.get(at, inBackground(signal))).default_branch;
    const input = { repository, host, ref };
    const target =
      ref === undefined
        ? undefined
        : await openCommit(services, input, signal, { isLatest: true }).catch(namedBy('target_commitish'));
    const fields = [
      ...added('tag', release.tag_name),
      ...added('newRelease', release.name),
      ...added('releaseNotes', release.body),
      ...added('target', target && `${target.name}, commit ${target.commit}`),
      ...added('status', release.release_status),
    ];
    return {
      repository: place,
      fields,
      diffs: [],
      async send(sending) {
        const inputs = { ...release, target_commitish: target?.commit };
        const creation = releaseCreation(scopeAt(connection, place), inputs, { signal: sending });
        await createOnce(creation, { again: true });
        const summary = `The release ${quotedName(release.tag_name)} of ${title} is created`;
        const entries = pageRow({ html_url: webAddress(connection.host, place, 'releases', release.tag_name) });
        return { summary, entries, changes: [{ kind: 'release', id: release.tag_name, title: release.name }] };
      },
    };
  },
});
