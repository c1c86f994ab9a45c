package validate

// MaxContexts is what the tests hold a session to.
const MaxContexts = maxContexts
