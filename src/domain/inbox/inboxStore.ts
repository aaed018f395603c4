import * as v from 'valibot';
import { nameSegment, parseStored, type Storage } from '../../core/storage.ts';
import { foldCase } from '../../core/text.ts';
import type { Account } from '../hosts/hosts.ts';
import type { InboxLists } from './inbox.ts';
import { readMarks, type InboxMarks } from './inboxMarks.ts';
import { InboxThing } from './inboxThings.ts';

type Owner = Pick<Account, 'host' | 'login'>;

const Lists = v.object({ lists: v.record(v.string(), v.array(InboxThing)) });
/** Former versions stored the marks here too. */
const FormerMarks = v.object({ marks: v.unknown() });

/** The lists of an account that were read last, on this computer. */
export async function loadInbox(
  storage: Storage,
  account: Owner,
): Promise<{ readonly lists: InboxLists; readonly marks: InboxMarks | undefined }> {
  const text = new TextDecoder().decode(await storage.read(nameOf(account)));
  return { lists: parseStored(Lists, text)?.lists ?? {}, marks: readMarks(parseStored(FormerMarks, text)?.marks) };
}

export async function storeInbox(storage: Storage, account: Owner, lists: InboxLists): Promise<void> {
  await storage.write(nameOf(account), new TextEncoder().encode(JSON.stringify({ lists })), { durable: false });
}

export async function removeOtherInboxes(storage: Storage, accounts: readonly Owner[]): Promise<void> {
  const own = new Set(accounts.map(nameOf));
  for (const { name } of await storage.list('inbox')) if (!own.has(name)) await storage.remove(name);
}

const nameOf = ({ host, login }: Owner): string => `inbox/${nameSegment(host)}/${nameSegment(foldCase(login))}`;
