export default function Root({ children }) {
  return children;
}
