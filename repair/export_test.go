package repair

// ConflictsOf returns the conflicts of a case.
var ConflictsOf = conflictsOf

// MostConflicts is how many forward conflicts of a case are told apart.
const MostConflicts = mostConflicts
