/** The part of the interface of `sax` that is used here. The package contains no types. */
declare module 'sax' {
  namespace sax {
    interface Name {
      /** As written, with its prefix. */
      name: string;
      /** Without the prefix. */
      local: string;
      /** Namespace; '' without one. */
      uri: string;
    }
    interface Attribute extends Name {
      value: string;
    }
    interface Tag extends Name {
      attributes: Readonly<Record<string, Attribute>>;
    }
    interface Parser {
      /** Characters by the names of their entities. */
      ENTITIES: Record<string, string>;
      write(text: string): Parser;
      close(): Parser;
    }
  }
  const sax: {
    parser(isStrict: true, options: { xmlns: true; strictEntities: boolean; position: boolean }): sax.Parser;
  };
  export default sax;
}
