import type { Uri } from 'vscode';
import { lazily } from '../../core/async.ts';
import type { Lifetime } from '../kit/lifetime.ts';
import type { Services } from '../services/services.ts';
import { registerRecords } from './documents/entry.ts';
import type { createRecordParts, RecordParts } from './parts.ts';

/**
 * `isKnown`: whether issues can be created where a file belongs. `complete` adds what is loaded with the documents.
 * The result loads the rest.
 */
export function registerDocuments<Parts extends RecordParts>(
  services: Services<{ readonly createRecordParts: typeof createRecordParts }>,
  isKnown: (uri: Uri) => boolean,
  complete: (parts: RecordParts) => Promise<Parts>,
  lifetime: Lifetime,
): () => Promise<Parts> {
  const load = lazily(async () => await complete((await services.load()).createRecordParts(services, lifetime)));
  lifetime.add(registerRecords(async () => (await load()).files, isKnown));
  return load;
}
