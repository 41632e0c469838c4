/** Shape of `catalog/python-sdk/{page}.yaml`: a page of the Python library's reference. */
import { z } from 'zod';

const text = z.string().min(1, 'must not be empty');

const memberSchema = z.strictObject({
  /** As imported or called: `make_dataset_urn`, `DatahubRestEmitter.emit`. */
  name: z.string().regex(/^[A-Za-z_][\w.]*$/, 'must be a name of Python'),
  /** What stands between the parentheses; left out for what is not called. */
  parameters: z.string().optional(),
  /** Type or kind of what comes back. */
  returns: text.optional(),
  description: text,
});

export const pythonPageSchema = z.strictObject({
  title: text,
  /** One sentence for search results. */
  description: text,
  position: z.number().int(),
  /** Markdown before the first module. */
  introduction: text,
  modules: z
    .array(
      z.strictObject({
        /** As imported: `datahub.emitter.mce_builder`. */
        module: z.string().regex(/^[a-z_]+(\.[a-z_]+)*$/, 'must be a dotted name in lower case'),
        description: text,
        members: z.array(memberSchema).min(1, 'must name at least one member'),
        /** A program that uses the members, as Python. */
        example: text.optional(),
      }),
    )
    .min(1, 'must name at least one module'),
});

export type PythonPage = z.output<typeof pythonPageSchema>;
