declare module '*.css?url' {
  const address: string;
  export default address;
}
