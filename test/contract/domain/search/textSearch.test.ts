import assert from 'node:assert/strict';
import { editableBranch } from '../../../kit/editableBranch.ts';
import { textQuery } from '../../../kit/textQueries.ts';
import { findText, textSearchOf, type FoundText } from '../../../kit/textSearches.ts';
import { temporaryFolder } from '../../../kit/temporaryFolder.ts';
import type { TextQuery } from '../../../../src/domain/search/textQuery.ts';
import type { Service } from '../../../service/handle.ts';
import { startService } from '../../../service/service.ts';

describe('Search for text', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.close());
  afterEach(() => assert.deepEqual(service.violations, []));

  const find = async (repository: string, query: TextQuery, git = true): Promise<FoundText> => {
    await using folder = await temporaryFolder();
    await using window = textSearchOf(service, folder.path, { git });
    const workingTree = await editableBranch(service, repository);
    return await findText(window.search, { files: workingTree.files, workingTree }, query);
  };
  const both = async (repository: string, query: TextQuery): Promise<FoundText> => {
    const [withGit, without] = [await find(repository, query), await find(repository, query, false)];
    assert.deepEqual(without.lines, withGit.lines);
    const facts = ({ searched, skipped, total }: FoundText['coverage']): object => ({ searched, skipped, total });
    assert.deepEqual(facts(without.coverage), facts(withGit.coverage));
    return withGit;
  };

  it('finds the same in every encoding, with git and without', async () => {
    assert.deepEqual((await both('alice/samples', textQuery('世界'))).lines, [
      'encodings/gbk.txt:1:4+2',
      'encodings/utf16le.txt:1:24+2',
      'encodings/utf8.txt:1:8+2',
    ]);
  });
});
