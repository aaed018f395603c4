// A window that fetches a commit: [folder, address, commit]. It sends 'started' and 'fetched' to its parent.
import { named, accessAt, testGit } from './localGit.ts';

const [folder = '', url = '', commit = ''] = process.argv.slice(2);
const git = testGit(folder, accessAt(url));
process.send?.('started');
await git.of(named('alice/website')).fetch(commit);
process.send?.('fetched');
// Stays, as a window does.
setInterval(() => undefined, 1_000);
