import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { extensions, Uri, window, workspace } from 'vscode';
import type { CommitDetailsProvider, GitApi, GitExtension, OpenedClone } from '../../../../src/editor/kit/gitApi.ts';
import { until } from '../../../kit/until.ts';
import { setParentFolders } from '../../kit/parentFolders.ts';

/** What the built-in git extension knows besides its API. */
interface GitModel {
  getRepository(uri: Uri): { isBranchProtected(): boolean } | undefined;
  getSourceControlHistoryItemDetailsProviders(): CommitDetailsProvider[];
}

interface OpenGit extends GitExtension {
  readonly model: GitModel;
}

/** A clone on this computer that is open in the built-in git extension. */
export interface TestClone {
  readonly root: string;
  readonly opened: OpenedClone;
  readonly file: (path: string) => Uri;
  readonly git: (...args: string[]) => Promise<string>;
}

/** Clones for tests, in a temporary folder. */
export class TestClones {
  #folder: string | undefined;

  static get git(): { readonly api: GitApi; readonly model: GitModel } {
    const git = extensions.getExtension<OpenGit>('vscode.git')?.exports;
    assert.ok(git, 'the git extension is not active');
    return { api: git.getAPI(1), model: git.model };
  }

  /** Clones `address`, and opens its file `path` in an editor. */
  async open(name: string, address: string, path: string): Promise<TestClone> {
    this.#folder ??= await mkdtemp(join(tmpdir(), 'sourcehost-local-'));
    await setParentFolders('always');
    const root = join(this.#folder, name);
    await promisify(execFile)('git', ['clone', '--quiet', address, root]);
    const git = async (...args: string[]): Promise<string> =>
      (await promisify(execFile)('git', args, { cwd: root })).stdout.trim();
    await git('config', 'user.name', 'Alice');
    await git('config', 'user.email', 'alice@example.org');
    const file = (inside: string): Uri => Uri.file(join(root, inside));
    await window.showTextDocument(await workspace.openTextDocument(file(path)), { preview: false });
    await until(() => TestClones.git.api.getRepository(file(path)) !== null);
    const opened = TestClones.git.api.getRepository(file(path));
    assert.ok(opened);
    return { root, opened, file, git };
  }

  async dispose(): Promise<void> {
    await setParentFolders(undefined);
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true });
  }
}
