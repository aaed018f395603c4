import {
  DocumentLink,
  Range,
  Uri,
  workspace,
  type CancellationToken,
  type DocumentLinkProvider,
  type TextDocument,
} from 'vscode';
import { delay } from '../../../core/async.ts';
import type { HostFeatures } from '../../../domain/hosts/hostFeatures.ts';
import { findPullRequest } from '../../../domain/pullRequests/findPullRequest.ts';
import { referencesIn } from '../../../domain/runs/logReferences.ts';
import type { LocalPlaces } from '../../kit/commands/localPlaces.ts';
import { fileUri } from '../../kit/uri.ts';
import type { Services } from '../../services/services.ts';
import type { RunLogs, ShownLog } from './runLogs.ts';

export interface LogLinkParts extends Pick<Services, 'connections'> {
  readonly features: HostFeatures;
  readonly localPlaces: Pick<LocalPlaces, 'rootsOf'>;
  readonly logs: RunLogs;
}

const mostLinks = 2_000;
/** Milliseconds of work before other work gets a turn. */
const turn = 15;

class LogLink extends DocumentLink {
  shown: ShownLog | undefined;
  place: { readonly path: string; readonly line: number } | undefined;
}

/** From `path:line` to the file in a clone that is open, or else at the commit of the run. */
export class LogLinks implements DocumentLinkProvider {
  readonly #parts: LogLinkParts;

  constructor(parts: LogLinkParts) {
    this.#parts = parts;
  }

  async provideDocumentLinks(document: TextDocument, token: CancellationToken): Promise<DocumentLink[]> {
    const shown = this.#parts.logs.shown(document.uri);
    if (shown === undefined) return [];
    const links: DocumentLink[] = [];
    let started = performance.now();
    for (const line of linesOf(document, shown)) {
      if (links.length >= mostLinks) break;
      if (performance.now() - started > turn) {
        await delay(0);
        if (token.isCancellationRequested || document.isClosed) return [];
        started = performance.now();
      }
      for (const found of referencesIn(document.lineAt(line).text, shown.address.name.repo)) {
        const link = new LogLink(new Range(line, found.start, line, found.end));
        [link.shown, link.place] = [shown, found];
        links.push(link);
      }
    }
    return links;
  }

  async resolveDocumentLink(link: DocumentLink): Promise<DocumentLink> {
    if (!(link instanceof LogLink) || link.shown === undefined || link.place === undefined) return link;
    const { path, line } = link.place;
    link.target = (await this.#fileOf(link.shown, path)).with({ fragment: `L${line}` });
    return link;
  }

  async #fileOf(shown: ShownLog, path: string): Promise<Uri> {
    const { name } = shown.address;
    for (const root of this.#parts.localPlaces.rootsOf(name)) {
      const file = Uri.joinPath(root, path);
      const exists = await workspace.fs.stat(file).then(
        () => true,
        () => false,
      );
      if (exists) return file;
    }
    return fileUri({ ...name, ref: await this.#commitOf(shown), path });
  }

  /** A run of a pull request names a commit that nobody pushed: the files are those of its head. */
  async #commitOf({ address: { name }, run }: ShownLog): Promise<string | undefined> {
    const { pull_request_id: number, head_sha, head_branch } = run;
    if (number === undefined) return head_sha ?? head_branch;
    const connection = await this.#parts.connections.connect(name.host);
    const pull = await findPullRequest(this.#parts.features, connection, name, number, {});
    return pull.head.sha ?? head_branch;
  }
}

/** The lines of the failed step first: a log can have more links than are shown. */
function* linesOf({ lineCount }: TextDocument, { log: { failed } }: ShownLog): Generator<number, void, void> {
  const [from, to] = [failed?.line ?? lineCount, Math.min(failed?.end ?? lineCount, lineCount - 1)];
  for (let line = from; line <= to; line += 1) yield line;
  for (let line = 0; line < lineCount; line += 1) if (line < from || line > to) yield line;
}
