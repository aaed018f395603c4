import assert from 'node:assert/strict';
import { describeTool } from '../../../src/mcp/server.ts';
import { toolsIn, toolTable } from '../../../src/tools/table.ts';
import { inputsOf } from '../../kit/toolServices.ts';

describe('The table of tools', () => {
  it('has at most 32 tools with different names in snake_case', () => {
    const names = toolTable.map(({ name }) => name);
    assert.ok(names.length <= 32, `${names.length} tools`);
    assert.equal(new Set(names).size, names.length);
    for (const name of names) assert.match(name, /^sourcehost_[a-z]+(_[a-z]+)*$/);
  });

  it('has a preview exactly for the tools that change something', () => {
    for (const { name, effect, preview } of toolTable) assert.equal(preview !== undefined, effect !== 'read', name);
  });

  it('has no tool that removes, transfers or archives something of the service, or changes who can do what', () => {
    const remote = toolTable
      .filter(({ effect }) => effect === 'remote')
      .map(({ name }) => name.slice('sourcehost_'.length));
    assert.deepEqual(remote, [
      'commit',
      'create_ref',
      'create_issue',
      'edit_issues',
      'create_pull_request',
      'edit_pull_request',
      'review',
      'comment',
      'create_release',
    ]);
  });

  it('has a JSON Schema of every input', () => {
    for (const { name, fields, inputSchema, title, description } of toolTable) {
      assert.ok(title !== '' && description.endsWith('.'), name);
      const { properties = {}, required = [] } = inputSchema;
      // `repository` can begin with the host.
      const keys = Object.keys(fields).filter((key) => key !== 'host');
      assert.deepEqual(Object.keys(properties), keys, name);
      for (const [key, schema] of Object.entries(properties)) assert.notEqual(schema.description, '', `${name} ${key}`);
      assert.deepEqual(
        required,
        keys.filter((key) => fields[key]?.optional === false),
        name,
      );
    }
  });

  it('costs a model little: at most 16,000 characters', () => {
    const list = JSON.stringify(toolTable.map(describeTool));
    assert.ok(list.length <= 16_000, `${list.length} characters`);
    for (const input of ['repository', 'ref', 'cursor']) {
      const told = toolTable.filter(({ description }) => new RegExp(`\\b${input} is `).test(description));
      assert.deepEqual(
        told.map(({ name }) => name),
        ['sourcehost_list_repositories'],
        input,
      );
    }
  });

  it('names a repository in every tool but the list of repositories', () => {
    const without = toolTable.filter(({ fields }) => fields.repository === undefined).map(({ name }) => name);
    assert.deepEqual(without, ['sourcehost_list_repositories']);
    for (const tool of toolTable)
      for (const value of Object.values(inputsOf(tool, 'alice/samples'))) assert.notEqual(value, undefined, tool.name);
  });

  it('has sets that tasks can be done with', () => {
    const names = (...sets: readonly string[]): string[] => toolsIn(sets).map(({ name }) => name.slice(11));
    const always = ['list_repositories', 'get_repository'];
    assert.deepEqual(names(), []);
    assert.equal(names('files', 'issues', 'pullRequests', 'releases').length, toolTable.length);
    const issues = [
      'list_issues',
      'get_issue',
      'list_milestones',
      'list_members',
      'create_issue',
      'edit_issues',
      'comment',
    ];
    assert.deepEqual(names('issues'), [...always, ...issues]);
    const releases = ['history', 'compare', 'list_refs', 'list_releases', 'create_ref', 'create_release'];
    assert.deepEqual(names('releases'), [...always, ...releases]);
  });
});
