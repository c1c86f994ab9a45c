package validate

// MaxSolvers is what the tests hold a session to.
const MaxSolvers = maxSolvers
