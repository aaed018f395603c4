import type { Uri } from 'vscode';
import { lazily } from '../../core/async.ts';
import type { Lifetime } from '../kit/lifetime.ts';
import type { Services } from '../services/services.ts';
import { registerRecords } from './documents/entry.ts';
import type { RecordDocuments } from './recordDocuments.ts';

export function registerDocuments(
  services: Services,
  lifetime: Lifetime,
): { readonly loadRecords: () => Promise<RecordDocuments> } {
  const { active, commands, load } = services;
  const loadRecords = lazily(async () => (await load()).createRecordDocuments(services, lifetime));
  // Issues can be created where a file belongs to a repository.
  const isKnown = (uri: Uri): boolean => active.of(uri) !== undefined;
  lifetime.add(registerRecords(async () => (await loadRecords()).files, isKnown));
  commands.add(async () => (await load()).recordCommands(loadRecords));
  return { loadRecords };
}
