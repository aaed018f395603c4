import { toBase64 } from '../../core/base64.ts';
import { Failure, toFailure } from '../../core/errors.ts';
import { oneLine } from '../../core/text.ts';
import {
  fileScheme,
  parseFileAddress,
  parseRecordAddress,
  recordScheme,
  type UriParts,
} from '../../domain/hosts/address.ts';
import { decodeText, encodingOf } from '../../domain/text/encoding.ts';
import { readAsTool } from '../kit/fileBytes.ts';
import { fenced, fenceNote } from '../kit/fence.ts';
import { openFiles, openRepository, type ToolServices } from '../kit/place.ts';
import type { Tool } from '../kit/tool.ts';
import { readFile as readFileTool } from '../read/files.ts';
import { getIssue, issueLines } from '../read/issues.ts';

/** Addresses that a user attaches to a chat. They are those of the editor. */
const templates = {
  file: {
    name: 'file',
    title: 'File',
    uriTemplate: `${fileScheme}://{host}/{owner}/{repo}/{+path}{?ref}`,
    description: 'A file of a repository, with its drafts. ref: a branch, tag or commit.',
  },
  issue: {
    name: 'issue',
    title: 'Issue',
    uriTemplate: `${recordScheme}://{host}/{owner}/{repo}/issues/{number}.md`,
    description: 'An issue with its comments.',
    mimeType: 'text/markdown',
  },
} as const;

type ResourceTemplate = (typeof templates)[keyof typeof templates];

/** The templates that `tools` allow: a resource obeys what the user agreed to of the tool that reads the same. */
export function resourceTemplates(tools: readonly Tool[]): ResourceTemplate[] {
  return [
    ...(tools.includes(readFileTool) ? [templates.file] : []),
    ...(tools.includes(getIssue) ? [templates.issue] : []),
  ];
}

/** The tool that reads the same as the resource. @throws Failure `missing` (field `uri`) */
export function toolOfResource(uri: string): Tool {
  return uriParts(uri).scheme === recordScheme ? getIssue : readFileTool;
}

/** The content of a resource: `text`, or the bytes in Base64. */
export type ToolResource = { readonly mimeType: string } & ({ readonly text: string } | { readonly blob: string });

/** UTF-16 units of an issue. */
const longestIssue = 100_000;

/**
 * A file as it is, or an issue as lines of data, of a repository that tools may use. Logs what was read.
 * @throws Failure `missing` (field `uri`) for another address; those of `allowedRepository` and of reading
 */
export async function readResource(services: ToolServices, uri: string, signal: AbortSignal): Promise<ToolResource> {
  const { log } = services;
  try {
    const parts = uriParts(uri);
    const isRecord = parts.scheme === recordScheme;
    const resource = isRecord ? await readIssue(services, parts, signal) : await readFile(services, parts, signal);
    log.info(`resource ${oneLine(uri)}: ${resource.mimeType}`);
    return resource;
  } catch (error) {
    const failure = toFailure(error);
    log.warn(`resource ${oneLine(uri)}: ${failure.kind}, ${oneLine(failure.message, 500)}`);
    throw failure;
  }
}

async function readFile(services: ToolServices, parts: UriParts, signal: AbortSignal): Promise<ToolResource> {
  const { host, owner, repo, ref, path } = parseFileAddress(parts);
  const opened = await openFiles(services, { repository: `${owner}/${repo}`, host, ref }, signal);
  const bytes = await readAsTool(opened, path, signal);
  const encoding = encodingOf(bytes);
  const mediaType = mediaTypes[/\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''];
  return encoding === undefined
    ? { mimeType: mediaType ?? 'application/octet-stream', blob: toBase64(bytes) }
    : { mimeType: mediaType ?? 'text/plain', text: decodeText(bytes, encoding) };
}

/** What clients show in a way of its own. */
const mediaTypes: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  md: 'text/markdown',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

async function readIssue(services: ToolServices, parts: UriParts, signal: AbortSignal): Promise<ToolResource> {
  const { host, owner, repo, kind, id } = parseRecordAddress(parts);
  if (kind !== 'issues' || id === undefined) throw noAddress();
  const repository = await openRepository(services, { repository: `${owner}/${repo}`, host });
  const lines = [`Issue #${id} of ${repository.title}`, fenceNote];
  let length = 0;
  let count = 0;
  for await (const line of issueLines(services, repository, Number(id), signal)) {
    if (length > longestIssue) {
      lines.push(`There is more: call sourcehost_get_issue with the cursor ${count}.0`);
      break;
    }
    lines.push(fenced(line));
    length += line.length;
    count += 1;
  }
  return { mimeType: 'text/markdown', text: lines.join('\n') };
}

/** The decoded parts. @throws Failure `missing` (field `uri`) */
function uriParts(uri: string): UriParts {
  try {
    const { protocol, host, pathname, search } = new URL(uri);
    const [scheme, authority, path] = [protocol.slice(0, -1), host, decodeURIComponent(pathname)];
    return { scheme, authority, path, query: decodeURIComponent(search.slice(1)) };
  } catch {
    throw noAddress();
  }
}

const noAddress = (): Failure =>
  new Failure('missing', 'this is not the address of a file or issue', { field: 'uri', reason: 'noRepositoryAddress' });
