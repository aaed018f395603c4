import { commands, l10n, Uri } from 'vscode';
import { name, optional } from '../../../api/contract/field.ts';
import type { Artifact } from '../../../api/record/run.ts';
import { cancelled, wrongValue } from '../../../core/errors.ts';
import type { LocalFiles } from '../../../core/files.ts';
import { requires } from '../../../core/requirement.ts';
import { portableName } from '../../../domain/hosts/portableName.ts';
import { recordId, toUri, uri } from '../../kit/arguments.ts';
import type { Ask } from '../../kit/command.ts';
import { askUnless } from '../../kit/commands/ask.ts';
import { atRepository, needsOperation, onRepository } from '../../kit/commands/declare.ts';
import { formatDate, formatPercent, formatSize } from '../../kit/messages/format.ts';
import { showSaveDialog } from '../../kit/messages/show.ts';
import { inform, Prompt } from '../../kit/prompts/prompt.ts';
import { target } from '../../kit/prompts/target.ts';
import { repositoryTarget } from '../../kit/rows/place.ts';
import { askRun } from './runCommands.ts';
import type { RunTools } from './runTools.ts';

/** A caller that knows the artifact need not know its run. */
const askRunOf = (load: () => Promise<RunTools>): Ask<string | undefined> =>
  askUnless(({ artifact_id: id }) => id !== undefined, askRun(load));

const askArtifact =
  (load: () => Promise<RunTools>): Ask<string> =>
  async (prompt, args, invocation) => {
    const on = await atRepository(invocation, args);
    const { runs } = await load();
    const given = args.workflow_run_id;
    // A program that names neither is asked for the artifact alone.
    const run = typeof given === 'string' ? given : await askRun(load)(prompt, args, invocation);
    const all = await runs.artifacts(on, run, { signal: invocation.signal });
    return await prompt.pick(listOf(all));
  };

const askPlace =
  (load: () => Promise<RunTools>): Ask<Uri> =>
  async (_prompt, args, invocation) => {
    const on = await atRepository(invocation, args);
    const { runs } = await load();
    const artifact = await runs.artifact(on, String(args.artifact_id), { signal: invocation.signal });
    const title = artifact.name ?? artifact.id;
    const chosen = await showSaveDialog({
      defaultUri: Uri.file(portableName(`${title}.zip`)),
      title: l10n.t('Choose where to save {0}', title),
      saveLabel: l10n.t('Download'),
    });
    if (chosen === undefined) throw cancelled();
    return chosen;
  };

/** Commands on what runs have made. */
export function artifactCommands(load: () => Promise<RunTools>, files: LocalFiles) {
  return {
    'sourcehost.run.artifacts': onRepository({
      does: `Lists what a run has made, with size, expiry and digest; a user can download one. ${needsOperation}`,
      result: 'an array of artifacts',
      fields: { workflow_run_id: name },
      ask: { workflow_run_id: askRun(load) },
      runAsks: [],
      run: async ({ workflow_run_id: id }, on, { signal, silent }) => {
        const all = await (await load()).runs.artifacts(on, id, { signal });
        if (!silent) {
          const artifact_id = await new Prompt({ title: l10n.t('Download Artifact') }).pick(listOf(all));
          const chosen = { ...repositoryTarget(on), artifact_id };
          await commands.executeCommand('sourcehost.run.downloadArtifact', { [target]: chosen });
        }
        return all;
      },
    }),
    'sourcehost.run.downloadArtifact': onRepository({
      does: `Downloads an artifact as a ZIP archive, and checks its digest. \`target\` is the address of the file to write. \`workflow_run_id\` is only for the question. ${needsOperation}`,
      fields: { workflow_run_id: optional(name), artifact_id: recordId, target: uri },
      ask: { workflow_run_id: askRunOf(load), artifact_id: askArtifact(load), target: askPlace(load) },
      run: async ({ artifact_id, target }, on, invocation) => {
        const place = toUri(target);
        if (place.scheme !== 'file') throw wrongValue('target', requires('localFile'));
        const { runs } = await load();
        const id = String(artifact_id);
        const artifact = await runs.artifact(on, id, { signal: invocation.signal });
        const title = artifact.name ?? id;
        await invocation.withProgress(l10n.t('Downloading {0}', title), async (signal, report) => {
          const { body, size } = await runs.download(on, id, { signal });
          const onProgress = (done: number, total: number | undefined): void =>
            report(total === undefined || total === 0 ? formatSize(done) : formatPercent((100 * done) / total));
          await files.save(place.fsPath, body, { size, sha256: sha256Of(artifact), signal, onProgress });
        });
        if (!invocation.silent) void inform(l10n.t('Downloaded {0}.', title));
      },
    }),
    'sourcehost.run.removeArtifact': onRepository({
      does: `Deletes an artifact. \`workflow_run_id\` is only for the question. ${needsOperation}`,
      needsAccount: true,
      fields: { workflow_run_id: optional(name), artifact_id: recordId },
      ask: { workflow_run_id: askRunOf(load), artifact_id: askArtifact(load) },
      runAsks: [],
      run: async ({ artifact_id }, on, invocation) => {
        const { runs } = await load();
        const id = String(artifact_id);
        if (!invocation.silent) {
          const artifact = await runs.artifact(on, id, { signal: invocation.signal });
          const detail = l10n.t('It cannot be restored. {0}', aboutArtifact(artifact));
          await invocation.confirm(l10n.t('Delete {0}?', artifact.name ?? id), detail, l10n.t('Delete'));
        }
        await runs.removeArtifact(on, id, { signal: invocation.signal });
      },
    }),
  };
}

const listOf = (all: readonly Artifact[]) => ({
  placeholder: l10n.t('Which artifact?'),
  empty: l10n.t('This run has no artifacts.'),
  items: all.map((one) => ({ label: one.name ?? one.id, description: aboutArtifact(one), value: one.id })),
});

const aboutArtifact = ({ size_bytes, expires_at, digest }: Artifact): string =>
  [
    size_bytes === undefined ? '' : formatSize(size_bytes),
    expires_at === undefined ? '' : untilText(expires_at),
    digest?.slice(0, 'sha256:'.length + 12) ?? '',
  ]
    .filter(Boolean)
    .join(' · ');

const untilText = (time: string): string =>
  Date.parse(time) < Date.now() ? l10n.t('expired') : l10n.t('until {0}', formatDate(time) ?? time);

/** The digest that the bytes must have; undefined if the host tells none that is known. */
const sha256Of = ({ digest }: Artifact): string | undefined => /^sha256:([\da-f]{64})$/i.exec(digest ?? '')?.[1];
