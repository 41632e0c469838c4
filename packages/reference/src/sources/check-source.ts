import { closest, distance } from 'fastest-levenshtein';
import type { Problem } from '@quire/engine/model/problem.ts';

import type { YamlFile } from '../catalogue/read-yaml.ts';
import type { SharedFields, Source } from '../schema/source.ts';
import { describeField } from './describe-field.ts';
import { parentOf } from './field-names.ts';

type Path = (string | number)[];

/** What a schema cannot say: names that must agree, fields told twice, fields without a description. */
export function checkSource(source: YamlFile<Source>, shared: SharedFields): Problem[] {
  const { data, file, lineOf } = source;
  const problems: Problem[] = [];
  const report = (path: Path, message: string): void =>
    void problems.push({
      file,
      line: lineOf(path),
      message: `${path.filter((step) => typeof step === 'string').join('.')}: ${message}`,
      severity: 'error',
    });
  const wanted = file.slice(file.lastIndexOf('/') + 1).replace(/\.yaml$/, '');
  if (data.platform !== wanted) report(['platform'], `must be "${wanted}", as the file is called; found "${data.platform}"`);
  data.plugins.forEach((plugin, index) => {
    if (data.plugins.findIndex((other) => other.plugin === plugin.plugin) !== index) {
      report(['plugins', index, 'plugin'], `"${plugin.plugin}" stands here twice: remove one`);
    }
    const names = plugin.fields.map((field) => field.name);
    plugin.fields.forEach((field, at) => {
      const path: Path = ['plugins', index, 'fields', at, 'name'];
      if (names.indexOf(field.name) !== at) report(path, `"${field.name}" of ${plugin.plugin} stands here twice: remove one`);
      const parent = parentOf(field.name);
      if (parent !== null && !names.includes(parent)) {
        report(path, `"${field.name}" of ${plugin.plugin} lies inside "${parent}", which is no field${nearest(parent, names)}`);
      }
      if (describeField(field, shared) === null) {
        report(
          path,
          `"${field.name}" of ${plugin.plugin} has no description: add "description:" here or an entry to catalog/shared-fields.yaml`,
        );
      }
    });
  });
  return problems;
}

function nearest(name: string, names: readonly string[]): string {
  const near = names.length === 0 ? '' : closest(name, names);
  return near !== '' && distance(name, near) <= 3 ? `; did you mean "${near}"?` : '';
}
