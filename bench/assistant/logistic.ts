/** Logistic regression with Newton's method. Both classes have equal weight, and a ridge penalty applies to all weights except the bias. */
export interface Sample {
  values: readonly number[];
  positive: boolean;
}

const STEPS = 30;

/** Solves a small system of linear equations with Gaussian elimination. The matrix must be positive definite. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] as number]);
  const size = rows.length;
  for (let pivot = 0; pivot < size; pivot++) {
    const own = rows[pivot] as number[];
    for (let i = pivot + 1; i < size; i++) {
      const row = rows[i] as number[];
      const factor = (row[pivot] as number) / (own[pivot] as number);
      for (let j = pivot; j <= size; j++) row[j] = (row[j] as number) - factor * (own[j] as number);
    }
  }
  const solution: number[] = Array.from({ length: size }, () => 0);
  for (let i = size - 1; i >= 0; i--) {
    const row = rows[i] as number[];
    const known = solution.reduce((sum, value, j) => (j > i ? sum + value * (row[j] as number) : sum), 0);
    solution[i] = ((row[size] as number) - known) / (row[i] as number);
  }
  return solution;
}

/** @returns the bias, followed by a weight for each value. The result is deterministic. */
export function fitLogistic(samples: readonly Sample[], ridge: number): number[] {
  const positives = samples.filter(({ positive }) => positive).length;
  const size = (samples[0]?.values.length ?? 0) + 1;
  let weights: number[] = Array.from({ length: size }, () => 0);
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight, j) => (j === 0 ? 0 : -ridge * weight));
    const hessian = weights.map((_, j) => weights.map((__, k) => (j === k ? (j === 0 ? 1e-9 : ridge) : 0)));
    for (const { values, positive } of samples) {
      const x = [1, ...values];
      const share = 0.5 / Math.max(1, positive ? positives : samples.length - positives);
      const probability = 1 / (1 + Math.exp(-x.reduce((sum, value, j) => sum + value * (weights[j] as number), 0)));
      const error = (positive ? 1 : 0) - probability;
      for (let j = 0; j < size; j++) {
        gradient[j] = (gradient[j] as number) + share * error * (x[j] as number);
        const row = hessian[j] as number[];
        for (let k = 0; k < size; k++)
          row[k] = (row[k] as number) + share * probability * (1 - probability) * (x[j] as number) * (x[k] as number);
      }
    }
    const change = solve(hessian, gradient);
    weights = weights.map((weight, j) => weight + (change[j] as number));
  }
  return weights;
}
