import type { Api } from '../../api/client/client.ts';
import type { Release } from '../../api/record/release.ts';
import { Failure } from '../../core/errors.ts';
import { isSafeName } from '../hosting/address.ts';
import { portableName } from '../hosting/portableName.ts';

/** One file to be attached to a release. */
export interface Attachment {
  readonly name: string;
  /** Sends the bytes to the address that was granted. */
  readonly send: (grant: Awaited<ReturnType<Api['releases']['uploadGrant']>>, signal: AbortSignal) => Promise<void>;
}

export interface Attached {
  readonly name: string;
  /** Undefined: it is attached. */
  readonly failure: Failure | undefined;
}

interface At {
  readonly owner: string;
  readonly repo: string;
  readonly tag: string;
}

/** Attachments of `release` by name. */
export const namesOf = (release: Release): ReadonlySet<string> => new Set(release.assets.map(({ name }) => name));

/**
 * Uploads files one after another (several at once are known to fail), each by a grant of its own, then reads the
 * release once: an upload that succeeded may have registered nothing. One failed file does not stop the others.
 * GET …/releases/{tag}/upload_url, PUT to the grant, GET …/releases/tags/{tag}
 */
export async function attach(
  api: Api,
  at: At,
  files: readonly Attachment[],
  signal: AbortSignal,
  onFile: (name: string, index: number) => void,
): Promise<{ readonly release: Release; readonly files: readonly Attached[] }> {
  const tried: Attached[] = [];
  for (const [index, { name, send }] of files.entries()) {
    onFile(name, index);
    tried.push({
      name,
      failure: await failureOf(
        async () => await send(await api.releases.uploadGrant({ ...at, file_name: name }, { signal }), signal),
      ),
    });
    if (signal.aborted) break;
  }
  const release = await api.releases.byTag(at, signal.aborted ? {} : { signal });
  const there = namesOf(release);
  const unregistered = new Failure('refused', 'the service took the file but does not list it', {
    reason: 'notListed',
  });
  return {
    release,
    files: tried.map(({ name, failure }) => ({
      name,
      failure: failure ?? (there.has(name) ? undefined : unregistered),
    })),
  };
}

async function failureOf(work: () => Promise<void>): Promise<Failure | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

/**
 * The name under which an attachment can be saved on any system, without what would make it look like another one;
 * throws `invalid` for one that is no file name.
 */
export function fileNameOf(name: string): string {
  if (!isSafeName(name) || name.includes('\\'))
    throw new Failure('invalid', 'the attachment has a name that no file can have', {
      field: 'file_name',
      reason: 'unusableName',
      about: [name],
    });
  return portableName(name);
}
